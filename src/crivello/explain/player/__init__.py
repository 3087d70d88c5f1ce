"""Answers to players: at most four sentences without letter codes, the answer first."""
