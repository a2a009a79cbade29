"""Models: the port, its adapters, the catalogue."""
