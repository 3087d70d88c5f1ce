"""The players of a tournament."""

from __future__ import annotations

from enum import Enum

from crivello.model.reprs import member_repr, value_repr
from crivello.standard.classes import KW_ONLY, field, frozen, record_with_slots, replace


class Title(Enum):
    """FIDE titles. The order of the members has no meaning; see `rules.initial_order`.

    >>> Title("WGM")
    Title.WGM
    """

    __repr__ = member_repr

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    FM = "FM"
    WIM = "WIM"
    CM = "CM"
    WFM = "WFM"
    WCM = "WCM"


class Sex(Enum):
    """The sex as report files state it; it has no effect on pairing.

    >>> Sex("w")
    Sex.FEMALE
    """

    __repr__ = member_repr

    MALE = "m"
    FEMALE = "w"


@frozen
class NationalRecord:
    """A national rating line of TRF26: what a federation knows of the player besides FIDE.

    >>> NationalRecord("ITA", rating=1830)
    NationalRecord('ITA', rating=1830)
    """

    federation: str
    name: str = ""
    title: str = ""
    rating: int | None = None
    identifier: str = ""
    birth: str = ""
    sex: str = ""
    classification: str = ""
    """The text in the federation's columns of a FIDE line (54-56): a region or club."""
    rating_list: str = ""
    """The list that the rating was taken from, as in `Player`."""

    __repr__ = value_repr


@record_with_slots
class Player:
    """A participant. `id` never changes; `number`, the pairing number, may (C.04.2: 2.3-2.5)."""

    id: int = field(kw_only=True)
    number: int = field(kw_only=True)
    """Tournament pairing number (TPN): the rank in the initial order, 1 the highest."""
    name: str = ""
    title: Title | None = field(default=None, kw_only=True)
    rating: int | None = None
    _: KW_ONLY
    federation: str = ""
    fide_id: int | None = None
    birth: str = ""
    """As report files write it: ``YYYY/MM/DD``, unknown parts as zeros, or empty."""
    sex: Sex | None = None
    tags: tuple[tuple[str, str], ...] = ()
    """Groups the player belongs to, such as ``("club", "Lione")``; any key."""
    entered: int = 1
    """First round in which the player counts; above 1 for a late entry."""
    withdrawn_after: int | None = None
    """Last round before the player left; None while they continue."""
    expelled: bool = False
    """The arbiter expelled the player."""
    rank: int | None = None
    """Final rank as the file states it."""
    national: tuple[NationalRecord, ...] = ()
    estimate: int | None = None
    """Strength for the initial order where the rating is missing or unreliable: estimated by the
    arbiter, or converted from another list (C.04.2: 2.1). It does not count as a rating."""
    rating_list: str = ""
    """The list that the rating was taken from, with its month: ``fide 2026-11``; else empty."""

    def with_tag(self, key: str, value: str) -> Player:
        """Return the player with this tag; an empty value removes the tag."""
        tags = dict(self.tags) | {key: value}
        return replace(self, tags=tuple(sorted(one for one in tags.items() if one[1])))

    @property
    def national_rating(self) -> int | None:
        """The rating by the first federation that rates the player."""
        return next((record.rating for record in self.national if record.rating), None)
