"""Prizes: the winners, the amounts to the last coin, and the reasons."""
