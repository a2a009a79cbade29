"""Writes about small jobs: titles of sessions, names and icons of groups of tool calls."""
