"""The Lim system: groups above the median paired downward, those below upward, the median last."""
