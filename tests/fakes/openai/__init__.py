"""An OpenAI-compatible provider that runs on this machine: both forms of the API, strict."""
