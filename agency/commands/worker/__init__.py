"""Writes about worker processes: who lives, who is gone."""
