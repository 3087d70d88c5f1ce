"""What the procedure of 1997 does beside pairing, as values of the trace."""

from __future__ import annotations

from crivello.model.errors import N_
from crivello.model.trace.procedure import Event

NEWCOMER = Event(
    "newcomer", N_("Without a game yet, and so put into the smaller colour group: {players}.")
)
BROUGHT_UP = Event("brought-up", N_("Brought up from the next lower scoregroup: {players}."))
NOBODY_HERE = Event("nobody-here", N_("{players} may meet nobody of the scoregroup."))
NOBODY_UP = Event("nobody-up", N_("Nobody of the next lower scoregroup may be brought up."))
LIMIT_UP = Event(
    "limit-up",
    N_("Moved up in the last round, or as often as is allowed: {players}."),
)
UNFIT = Event("unfit", N_("May not meet those who need an opponent: {players}."))
GOES_ON = Event("goes-on", N_("{players} finds no opponent here, and goes on."))
SHIFTED = Event("shifted", N_("The colour groups are made equal; to the other one: {players}."))
FLOATS = Event("floats", N_("Not paired here, and so floating down: {players}."))
REPAIRED = Event(
    "repaired",
    N_("The two columns cannot be matched; players of one column are paired with each other."),
)
MET = N_("{a} and {b} may not meet (again).")
OTHERS = N_("With {a}-{b} the others could not all be paired.")
