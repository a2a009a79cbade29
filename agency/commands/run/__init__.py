"""Writes of the agent loop: each checks the run's fence under the run's lock."""
