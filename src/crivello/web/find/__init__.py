"""Finding players and tables."""
