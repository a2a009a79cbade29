"""Sessions that another session begins: helpers, and forks that are asked."""
