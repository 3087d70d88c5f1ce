"""Prizes: who wins what, to the last coin, and why."""
