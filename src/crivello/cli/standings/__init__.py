"""Commands for tables of a tournament: standings, crosstable, cards, ratings."""
