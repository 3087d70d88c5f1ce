"""The Dubov system of 1997, which is defined as a procedure."""
