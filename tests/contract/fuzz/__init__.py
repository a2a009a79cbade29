"""Nonsense by the thousand: nothing falls over, every refusal is a problem."""
