"""The Dubov system explained."""
