"""Rounds of matches told: teams, and players who meet for two games."""
