"""People and the keys of their programs."""
