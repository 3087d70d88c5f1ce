"""Explanations of the Dubov system of 1997."""
