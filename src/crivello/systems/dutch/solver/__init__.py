"""The Dutch solver that ships: small brackets by tables, larger ones by matchings.

`round_solver` goes down the brackets as the editions say (A.9; 1.9). `meetings` holds the graph of
allowed pairs and a completion of the round (C.1-C.4; C1-C5). `choice` finds the *best* candidate of
a bracket (`problem`); of equally good ones, the best is always the first in generation order. It
includes the players below only where they can matter (`below`, C.7; C8). `costs` and `order` turn
the criteria (C.5-C.19; C6-C21) and the generation order (D.1-D.3; 4.2-4.4) into numbers.

A candidate is found in one of three ways: `small` looks it up in a table, `bound` constructs it
from the dual of a transport problem on kinds of players, `exact` solves weighted matchings.
`record` makes the steps of the trace.
"""

from crivello.systems.dutch.solver.round_solver import solve

__all__ = ["solve"]
