"""The page Round: pairings, results, changes by hand."""
