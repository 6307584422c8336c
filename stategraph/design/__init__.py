"""What a level designer does with a puzzle."""
