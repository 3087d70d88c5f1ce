"""One room for each pairing system, and the registry that finds them by key."""
