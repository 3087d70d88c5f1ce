"""The pairing systems, one package per family, and the registry that finds them by key."""
