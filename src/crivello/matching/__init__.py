"""Graphs and matchings, independent of chess and of the rest of the package.

Vertices are the ints 0..n-1; sets of vertices and rows of an adjacency matrix are Python ints
(`bits`).

| module | question |
|---|---|
| `cardinality` | How many vertices can be matched, and which ones prevent more? |
| `perfect` | Can this edge be in a perfect matching? Which is the first in order? |
| `weighted` | Which perfect matching has the lowest cost, and what proves it? |
| `ground` | The same for a few vertices with costs joined to many without |
| `bipartite` | Which column for each row, the first in order? |
| `transport` | How many pairs of each two types, and what bounds their cost? |
"""
