"""A puzzle's rules run over all its states: plain Python, machine code, the limits of both."""
