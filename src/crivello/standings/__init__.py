"""Tie-breaks, standings, crosstable, pairing cards, ratings, norms, prizes and statistics."""
