"""How the pages of this server write numbers and times."""
