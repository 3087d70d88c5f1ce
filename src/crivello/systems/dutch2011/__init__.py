"""The Dutch system as it was until 2012: the procedure C.1-C.14, which relaxes requirements and
backtracks.

The words are those of `systems.dutch`; besides, p is the number of pairs wanted in a bracket, and x
the number of them that may go against a colour preference.
"""
