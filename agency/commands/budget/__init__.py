"""Caps: made, changed and removed by those who may, and what follows for those who wait."""
