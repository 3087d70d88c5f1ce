"""Explanations of the Dutch system as it was before 2013."""
