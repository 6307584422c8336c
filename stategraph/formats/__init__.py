"""State graphs in files."""
