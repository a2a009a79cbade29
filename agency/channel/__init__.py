"""What clients are told, and the sockets on which they listen."""
