"""How a tournament stands: tie-breaks, standings, crosstable, cards, ratings, statistics."""
