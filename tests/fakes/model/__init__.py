"""A model provider that runs on this machine: real HTTP, real SSE, strict about requests."""
