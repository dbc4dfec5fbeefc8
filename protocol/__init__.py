"""The wire between referee and bots, and the Python side of it."""
