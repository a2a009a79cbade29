"""The OpenAI adapter: chat completions, responses, and the many servers that speak the former."""
