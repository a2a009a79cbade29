"""Outside servers that run on this machine, for tests and benchmarks."""
