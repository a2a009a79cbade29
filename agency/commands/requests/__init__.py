"""What clients may ask, read once for every door, and the one command that each calls."""
