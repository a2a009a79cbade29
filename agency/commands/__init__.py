"""Writes: one verb a file, one transaction each, the same for every door."""
