"""Copies of sessions: within this installation, and from what another one has exported."""
