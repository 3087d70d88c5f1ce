"""The Lim system: the median scoregroup last, downward above it and upward below it."""
