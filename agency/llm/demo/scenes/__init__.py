"""Scenes: each a function from the turn to the parts of the next answer."""
