"""Explanations of the Lim system."""
