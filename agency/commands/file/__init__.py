"""Bytes that people bring."""
