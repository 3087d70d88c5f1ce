"""What the procedure does beside pairing, as values of the trace."""

from __future__ import annotations

from crivello.model.errors import N_
from crivello.model.trace.procedure import Event

INCOMPATIBLE = Event("incompatible", N_("No possible opponent in the bracket: {players}."))
ALONE = Event("alone", N_("{players} is alone in the bracket and moves down to the next one."))
BARRED = Event("barred", N_("May not have the bye: {players}."))
MOVED_DOWN = Event("moved-down", N_("Moved down to the next bracket: {players}."))
VARIABLE = Event(
    "variable",
    N_("Variable preferences are counted for the colour that lowers x, to {x}: {players}."),
)
DROPPED_UP = Event(
    "upfloat-dropped",
    N_("B.{criterion}: the protection from a repeated upfloat is dropped for {players}."),
)
DROPPED_DOWN = Event(
    "downfloat-dropped",
    N_("B.{criterion}: the protection from a repeated downfloat is dropped for {players}."),
)
RAISED_X = Event("x-raised", N_("Pairs that may now break a colour preference: {x}."))
DROPPED_SEMI_ABSOLUTE = Event(
    "semi-absolute-dropped",
    N_("A strong preference is no longer treated as absolute: {players}."),
)
DROPPED_ABSOLUTE = Event(
    "absolute-dropped",
    N_("Last round: above 50 % an absolute preference does not bind: {players}."),
)
REMAINDER_FAILS = Event(
    "remainder-fails",
    N_("With {players} paired the remainder cannot be paired as required; the next one is tried."),
)
UNDONE = Event("undone", N_("The previous bracket is undone to find another floater: {players}."))
FLOATERS_CHANGED = Event("floaters-changed", N_("Moved down instead: {players}."))
NO_OTHER_FLOATER = Event("no-other-floater", N_("No other floater helps; tried: {players}."))
NOBODY_ELSE = Event("nobody-else", N_("There is nobody else who could move down instead."))
PENULTIMATE_UNDONE = Event(
    "penultimate-undone", N_("The penultimate bracket is undone to complete the lowest one.")
)
MERGED = Event("merged", N_("The two lowest brackets are joined: {players}."))
LOWERED_P = Event("p-lowered", N_("One pair less is made in the bracket."))
ALL_DOWN = Event("all-down", N_("The whole bracket moves down: {players}."))
EXCHANGE = Event("exchange", N_("S1 and S2 exchange players: {players}."))
TRANSPOSITION = Event("transposition", N_("S2 is taken in the order {players}."))
