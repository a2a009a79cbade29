"""The agent loop: a pure core that decides and a shell that acts."""
