"""Rounds of a round robin explained."""
