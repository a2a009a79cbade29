"""Sockets: frames in call commands, frames out are forwarded; nothing is decided here."""
