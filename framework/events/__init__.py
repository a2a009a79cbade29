"""The event log: one gapless order per stream."""
