"""The Dutch solver that ships: brackets by matchings, without enumeration.

`walk` goes through the brackets as the editions say; `meetings` knows who may meet and keeps a
completion of the round at hand; `bracket` finds the first best candidate of one `problem`, looking
only as far down the field as it must; `costs` and `order` turn criteria and generation order into
numbers; `exact` asks weighted matchings for the answer; `guess` gives the same answer for most
brackets from a bound that can be written down, and `fast` for large ones from the bound on `kinds`
of players, when it is attained; `record` makes the steps of the trace.
"""

from crivello.systems.dutch.solver.walk import solve

__all__ = ["solve"]
