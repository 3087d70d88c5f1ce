"""Programs for the developers of crivello, outside the package."""
