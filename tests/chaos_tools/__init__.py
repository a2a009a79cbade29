"""A Django app whose tools leave a trace outside the database, for runs that are killed."""
