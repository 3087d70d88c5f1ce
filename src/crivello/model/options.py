"""The options of the pairing systems by the keys that people type and files carry. Data only.

Which of them a system reads, its `System` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from crivello.model.errors import N_
from crivello.model.settings import Options, Parity


class SystemOption(NamedTuple):
    """One choice that a regulation leaves open."""

    key: str
    field: str
    """The field of `Options`."""
    values: Mapping[str, object]
    """What is typed, and what it means."""
    help: str
    """Marked for the catalogue."""
    article: str = ""

    def of(self, options: Options) -> str:
        """What is chosen, as it is typed."""
        chosen = getattr(options, self.field)
        return next(word for word, value in self.values.items() if value == chosen)

    def put(self, options: Options, word: str) -> Options:
        """With another choice; a `KeyError` if the word is none."""
        changed: Options = replace(options, **{self.field: self.values[word]})  # type: ignore[arg-type]
        return changed


_SWITCH = {"no": False, "yes": True}

OPTIONS = (
    SystemOption(
        "imaginary-point",
        "imaginary_point",
        _SWITCH,
        N_("Burstein 2016: one more point for the top half while rounds 1 and 2 are paired"),
        "3.3",
    ),
    SystemOption(
        "maxi-tournament",
        "maxi_tournament",
        _SWITCH,
        N_("Lim: a Maxi-tournament, with exchanges and floaters within 100 rating points"),
        "3.2.3, 3.8, 5.7",
    ),
    SystemOption(
        "forfeited-upfloats",
        "forfeited_upfloats",
        _SWITCH,
        N_("Dubov: an upfloat counts even if the game was then forfeited"),
    ),
    SystemOption(
        "parity",
        "parity",
        {parity.value: parity for parity in Parity},
        N_("odd and even for colours: numbers among those who have entered, or as they stand"),
    ),
)
BY_KEY = {option.key: option for option in OPTIONS}


def chosen(options: Options) -> tuple[tuple[str, str], ...]:
    """Keys and words of all that is not as it is by default."""
    default = Options()
    return tuple(
        (option.key, option.of(options))
        for option in OPTIONS
        if option.of(options) != option.of(default)
    )
