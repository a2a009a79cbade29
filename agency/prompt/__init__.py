"""Pure text: prompts, user content, histories that a provider accepts."""
