"""How a tournament stands: crosstable, and later tie-breaks, performance and prizes."""
