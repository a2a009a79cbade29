"""The Anthropic adapter: wire format, stream, failures."""
