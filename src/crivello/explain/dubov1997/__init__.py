"""The Dubov system of 1997 explained."""
