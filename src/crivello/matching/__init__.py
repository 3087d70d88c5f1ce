"""Graphs and matchings. Knows no chess and nothing else of this package.

Vertices are ints 0..n-1; sets of vertices are Python ints used as bit sets.
"""
