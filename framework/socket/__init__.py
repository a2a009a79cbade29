"""One socket: parse, limit, follow, send. Knows nothing of what the frames mean."""
