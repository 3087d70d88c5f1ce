"""The Dutch system as it was until 2013: the procedure C.1-C.14, which relaxes requirements and
backtracks.
"""
