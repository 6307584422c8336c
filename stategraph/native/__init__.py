"""Rules to machine code: symbols run through a rule, and what they meet is written and compiled."""
