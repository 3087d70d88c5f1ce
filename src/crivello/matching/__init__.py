"""Graphs and matchings, independent of chess and of the rest of the package.

Vertices are ints 0..n-1; sets of vertices and rows of adjacency are Python ints (`bits`).

| module | question |
|---|---|
| `cardinality` | How many can be matched at all, and who is in the way? |
| `perfect` | Can this edge be in a perfect matching? Which is the first in order? |
| `weighted` | Which perfect matching costs least, and what proves it? |
| `ground` | The same for few vertices with costs above many without |
| `bipartite` | Which column for each row, the first in order? |
| `transport` | How many pairs from each type to each other, and what bounds their cost? |
"""
