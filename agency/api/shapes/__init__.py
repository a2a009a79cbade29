"""What answers look like, for the schema; a test holds real answers against it."""
