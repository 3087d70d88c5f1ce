"""Explanations for matches: of teams, or of players who meet for two games."""
