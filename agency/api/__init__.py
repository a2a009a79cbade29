"""REST: reads call queries, writes call commands; nothing is decided here."""
