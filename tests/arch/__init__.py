"""The shape of the code, held by tests."""
