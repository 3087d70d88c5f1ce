"""Explanations of the Dutch system (2017, 2026)."""
