"""Rounds of a round robin told."""
