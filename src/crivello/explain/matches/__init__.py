"""Rounds of matches explained: teams, and players who meet for two games."""
