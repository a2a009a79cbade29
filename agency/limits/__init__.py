"""Between loop and commands: what a request counts for, who is let in, how a provider is."""
