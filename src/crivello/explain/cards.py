"""What stands on a pairing card, in the signs of the handbooks: preference and floats."""

from __future__ import annotations

from ..model.field import Entrant, Float, Strength

ARROWS = {Float.DOWN: "↓", Float.UP: "↑", None: "-"}


def preference_text(entrant: Entrant) -> str:
    """``W`` absolute, ``Ww`` strong, ``w`` mild, nothing without a preference."""
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper()
    return letter.upper() + letter if entrant.strength is Strength.STRONG else letter


def float_text(floats: tuple[Float | None, ...]) -> str:
    """The floats, the latest first; nothing after the last one."""
    return "".join(ARROWS[one] for one in floats).rstrip("-")
