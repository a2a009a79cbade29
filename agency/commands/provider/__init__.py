"""What all workers together ask of a provider: how much, whose turn it is, and when not."""
