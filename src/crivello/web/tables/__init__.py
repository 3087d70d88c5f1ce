"""Standings, crosstable, cards, statistics, prizes and norms."""
