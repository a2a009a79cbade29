"""The demo model: no key, no network, prepared answers, and honest about it."""
