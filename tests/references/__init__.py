"""Literal pairers, written from the regulations alone.

Each module reads a report file and pairs its coming round for up to ten players, article by article
and slowly. Nothing here imports crivello: `test_references.py` checks that, and compares a sample
of random tournaments; `make agree WHAT=references SYSTEM=… ROUNDS=…` compares any number. Change a
reference only by the text of the regulation, or by the page of the decision on what it leaves open.

A reference has one function, `pair(text)`. It returns the boards (White first) and the player with
the bye, None if no pairing exists, and raises `Elsewhere` for a round which the text leaves to
another system.
"""
