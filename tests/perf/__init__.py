"""Counts of statements: what a person waits for must not grow with what is stored."""
