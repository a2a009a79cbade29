"""Writes of the durable task monitor."""
