"""The Dutch system (2017, 2026) explained."""
