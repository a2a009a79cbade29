"""What people set up in a workspace."""
