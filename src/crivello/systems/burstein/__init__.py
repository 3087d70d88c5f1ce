"""The Burstein system, editions 2016 and 2026."""
