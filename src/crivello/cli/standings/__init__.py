"""Tables of a tournament: standings, crosstable, cards, ratings."""
