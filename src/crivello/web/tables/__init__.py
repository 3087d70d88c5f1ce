"""The pages of standings, crosstable, cards, statistics, prizes and norms."""
