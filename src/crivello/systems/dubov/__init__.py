"""The Dubov system: opponents chosen so that the averages of their ratings come together."""
