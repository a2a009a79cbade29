"""Pure text: how words are folded, indexed, found, ranked and shown in search."""
