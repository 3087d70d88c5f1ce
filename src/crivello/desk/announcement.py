"""What is announced about an event besides the settings of the model: people, times, options.

By default, what FIDE discourages is off (C.04.2: 1; endorsement check-list 1-4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from crivello.model.result import Bye
from crivello.standard.classes import frozen
from crivello.words.escaping import file_name


class Pace(Enum):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class EqualRatings(Enum):
    """The order of players with the same rating and title (C.04.2: 2.2)."""

    ALPHABET = "alphabet"
    ENTRY = "entry"
    YOUNGEST = "youngest"
    OLDEST = "oldest"


class LineupOrder(Enum):
    """Whether a team may change its board order from round to round."""

    FIXED = "fixed"
    FREE = "free"


@frozen
class Arbiter:
    """An arbiter, with name and FIDE id."""

    name: str
    fide_id: int | None = None

    @classmethod
    def from_text(cls, text: str) -> Arbiter | None:
        """Read ``Anna Rossi (12345)`` or ``Anna Rossi: 12345``; the FIDE id may be missing.

        None if the text is empty.
        """
        text = text.strip()
        found = _ID.search(text, max(len(text) - _ID_LENGTH, 0))
        name = text if found is None else text[: found.start()].rstrip()
        if found is None or not name:
            return cls(text) if text else None
        return cls(name, int(found[1]))

    @classmethod
    def all_from_text(cls, text: str) -> tuple[Arbiter, ...]:
        """Read several arbiters, separated by ``;`` or line ends."""
        found = (cls.from_text(part) for part in re.split(r"[\n;]", text))
        return tuple(one for one in found if one is not None)

    def __str__(self) -> str:
        return self.name if self.fide_id is None else f"{self.name} ({self.fide_id})"


_ID = re.compile(r"(?:[:(,]\s{0,9}|\s(?=[0-9]{4}))([0-9]{1,10})\s{0,9}\)?\Z")
_ID_LENGTH = 40
"""An id is at the end of the typed text; only the last letters are searched."""


@frozen
class Announcement:
    """What is announced about a section; each field is a setting that an arbiter can change."""

    fide_mode: bool | None = None
    """True: the tournament is in FIDE mode. False: it has left FIDE mode for good.

    None: not stated, as in files of earlier versions and of other programs.
    """
    pace: Pace = Pace.STANDARD
    round_times: tuple[str, ...] = ()
    """The time at which each round begins, as printed."""
    chief_arbiter: Arbiter | None = None
    deputy_arbiters: tuple[Arbiter, ...] = ()
    correction_minutes: int | None = None
    """The time after the publication of results in which errors may be reported (C.04.2: 4.3)."""
    half_point_byes: int = 1
    """The number of half-point byes that a player may have."""
    half_point_byes_until: int | None = None
    """The last round for which they are given; None: any."""
    full_point_byes: bool = False
    """Allowed, though FIDE deprecates them."""
    missed_rounds: Bye = Bye.ZERO_POINT
    """The bye of a late entry for each round missed (C.04.2: 2.4)."""
    changes_allowed: bool = False
    """The event's rules allow changes of published pairings (C.04.2: 4.4, case 2)."""
    equal_ratings: EqualRatings = EqualRatings.ALPHABET
    """A criterion other than the alphabet must be announced."""
    lineup_order: LineupOrder = LineupOrder.FIXED
    """The freedom to reorder the boards of a team."""
    lineup_minutes: int | None = None
    """The deadline for line-ups before a round; None: no deadline."""
    publish_online: bool = False
    """Send each publication to chess-results.com, once the tournament has its key there."""
    first_table: int = 1
    skipped_tables: tuple[int, ...] = ()


def prizes_path(tournament: Path, sections: Iterable[str], key: str) -> Path:
    """Return the path of the file with the prizes of section `key`, next to the tournament file."""
    own = "" if key == next(iter(sections)) else f"-{file_name(key)}"
    return tournament.with_name(f"{tournament.stem}{own}.prizes.toml")
