"""Reads: one question a file, no writes, a known number of statements."""
