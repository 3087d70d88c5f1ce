"""The search for players and tables."""
