"""Explanations of the Burstein system."""
