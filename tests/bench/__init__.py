"""The product's own benchmark: `python -m tests.bench`; see docs/performance.md."""
