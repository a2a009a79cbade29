"""Django signals, connected in one place."""
