"""What stands on a pairing card, in the signs of the handbooks: preference and floats."""

from __future__ import annotations

from crivello.model.field import Entrant, Float, Strength
from crivello.words import N_

_DUTCH = N_(
    "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
    "strong, w or b mild), and the floats of the last two rounds, the latest first: ↓ down, ↑ up, "
    "- none."
)
_DUBOV = N_(
    "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
    "strong, w or b mild), and ↑ if they were upfloated in the last round."
)
NOTATION = {
    "dutch-2026": _DUTCH,
    "dutch-2017": _DUTCH,
    "dutch-2011": N_(
        "Players are written with their number, the colour they prefer (W or B absolute, (W) or "
        "(B) semi-absolute, w or b strong or mild, (w) or (b) variable), and the floats of the "
        "last two rounds, the latest first: ↓ down, ↑ up, - none."
    ),
    "dubov-2026": _DUBOV,
    "dubov-2018": _DUBOV,
    "dubov-1997": N_(
        "Players are written with their number, the colour they are due (W or B if they may have "
        "no other, Ww or Bb if they had it less often, w or b to alternate), and ↑ if they were "
        "moved up in the last round."
    ),
    "burstein-2026": N_(
        "Players are written with their number and the colour they prefer (W or B absolute, Ww or "
        "Bb strong, w or b mild)."
    ),
    "burstein-2016": N_(
        "Players are written with their number and the colour they are due (W or B if they may "
        "have no other, Ww or Bb if they had it less often, w or b to alternate)."
    ),
    "lim-1999": N_(
        "Players are written with their number, the colour they are due (W or B if they may have "
        "no other, Ww or Bb if they had it less often, w or b to alternate), and ↓ or ↑ if they "
        "floated in the last round."
    ),
}
"""How a card is read, by the edition by whose rules the round was paired."""
DUE_COLOURS = ("dubov-1997", "burstein-2016", "lim-1999")
"""Editions that know no preference and its strength, but which colour a player is due."""

ARROWS = {Float.DOWN: "↓", Float.UP: "↑", None: "-"}


def preference_text(entrant: Entrant) -> str:
    """``W`` absolute, ``Ww`` strong, ``w`` mild, nothing without a preference."""
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper()
    return letter.upper() + letter if entrant.strength is Strength.STRONG else letter


def older_preference_text(entrant: Entrant, odd_round: bool) -> str:
    """``W`` absolute, ``(W)`` semi-absolute (A.7d), ``(w)`` variable (A.7e), else ``w``.

    Mild and strong ones do not occur together but for these two, so they are written alike.
    """
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper()
    if entrant.strength is Strength.STRONG and odd_round:
        return f"({letter.upper()})"
    return f"({letter})" if entrant.strength is Strength.MILD and not odd_round else letter


def float_text(floats: tuple[Float | None, ...]) -> str:
    """The floats, the latest first; nothing after the last one."""
    return "".join(ARROWS[one] for one in floats).rstrip("-")
