"""The product: people, agents, sessions, runs."""
