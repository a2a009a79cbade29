"""Writes about summaries of long paths."""
