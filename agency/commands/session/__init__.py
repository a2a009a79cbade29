"""What people do with sessions, their messages and branches."""
