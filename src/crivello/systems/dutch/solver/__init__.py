"""The Dutch solver that ships: small brackets by tables, all others by matchings.

`walk` goes through the brackets as the editions say (A.9; 1.9); `meetings` knows who may meet and
keeps a completion of the round at hand (C.1-C.4; C1-C5); `choice` finds the first best candidate of
one bracket (`problem`), looking only as far down the field as it must (`below`, C.7; C8). `costs`
and `order` turn criteria (C.5-C.19; C6-C21) and generation order (D.1-D.3; 4.2-4.4) into numbers.
There are three ways to a candidate: `small` looks it up in a table, `bound` reads it off a bound on
kinds of players where that is attained, and `exact` solves weighted matchings. `record` makes the
steps of the trace.
"""

from crivello.systems.dutch.solver.walk import solve

__all__ = ["solve"]
