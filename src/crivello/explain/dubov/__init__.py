"""Explanations of the Dubov system (2018, 2026)."""
