"""Writes that resolve what a person was asked; each resolves once."""
