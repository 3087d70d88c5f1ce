"""The page Explain."""
