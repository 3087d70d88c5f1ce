"""FIDE Swiss pairings that are exact, fast and explained."""

__version__ = "0.1.0"
