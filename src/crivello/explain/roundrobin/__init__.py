"""Explanations of round robins."""
