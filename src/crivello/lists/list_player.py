"""A person on a rating list, and the player of a tournament made from it."""

from __future__ import annotations

from crivello.model.keys import PACES
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.rules.initial_order import TITLES
from crivello.standard.classes import frozen
from crivello.store.list_index import ListRow

FIDE = "fide"
"""The name of the list that FIDE publishes."""
FALLBACK = {
    "standard": ("standard",),
    "rapid": ("rapid", "standard"),
    "blitz": ("blitz", "standard"),
}
"""For each pace of a tournament, the ratings that count: the first that the player has
(docs/run/lists.md).
"""


def is_fide(source: str) -> bool:
    """Return True if a rating of this source, such as ``fide 2026-11``, is from FIDE's list."""
    return source.split(" ")[0] == FIDE


def of_one_pace(row: ListRow, pace: str) -> ListRow:
    """Return a row whose rating was read as standard, with the rating in the column of its pace."""
    rating, none = row[11:14], (0, 0, 0)
    paces = (rating if one == pace else none for one in PACES)
    return ListRow(*row[:11], *(value for three in paces for value in three))


@frozen
class PaceRating:
    """A player's rating at one pace, the number of games rated in this period, and K."""

    rating: int | None = None
    games: int = 0
    k: int | None = None


@frozen
class ListedPlayer:
    name: str
    fide_id: int | None
    national_id: str
    federation: str
    sex: Sex | None
    title: Title | None
    """The highest title."""
    other_titles: str
    """Titles of arbiters, trainers and organisers, as written on the list."""
    birth: str
    """The date of birth as in a report file; ``1988/00/00`` if only the year is known."""
    inactive: bool
    club: str
    standard: PaceRating
    rapid: PaceRating
    blitz: PaceRating
    source: str = ""
    """The list with its month: ``fide 2026-11``."""

    @classmethod
    def of(cls, row: ListRow, source: str = "") -> ListedPlayer:
        standard, rapid, blitz = (
            PaceRating(rating or None, games, k or None)
            for rating, games, k in (row[11:14], row[14:17], row[17:20])
        )
        return cls(
            row.name,
            row.fide_id or None,
            row.national_id,
            row.federation,
            Sex(row.sex) if row.sex else None,
            highest_title(row.title, row.women_title),
            row.other_titles,
            row.birth if "/" in row.birth or not row.birth else f"{row.birth}/00/00",
            bool(row.inactive),
            row.club,
            standard,
            rapid,
            blitz,
            source,
        )

    def of_pace(self, pace: str) -> PaceRating:
        found: PaceRating = getattr(self, pace)
        return found

    def rating_used(self, pace: str) -> PaceRating:
        """Return the rating that counts in a tournament of this pace; `FALLBACK` has the order."""
        for one in FALLBACK[pace]:
            if self.of_pace(one).rating:
                return self.of_pace(one)
        return PaceRating()

    def player(self, pace: str = "standard") -> Player:
        """Return the player to be registered in a tournament of this pace, with id and number 0.

        A rating from a federation's list is also the national rating.
        """
        used = self.rating_used(pace)
        tags = []
        if self.club:
            tags.append(("club", self.club))
        if used.rating and used.k:
            tags.append(("k", str(used.k)))
        return Player(
            self.name,
            used.rating,
            id=0,
            number=0,
            title=self.title,
            federation=self.federation,
            fide_id=self.fide_id,
            birth=self.birth,
            sex=self.sex,
            tags=tuple(tags),
            national=self._national(used.rating),
            rating_list=self.source if used.rating else "",
        )

    def _national(self, rating: int | None) -> tuple[NationalRecord, ...]:
        if not self.source or is_fide(self.source) or not rating:
            return ()
        federation, identifier = self.federation, self.national_id
        record = NationalRecord(
            federation, rating=rating, identifier=identifier, rating_list=self.source
        )
        return (record,)


def highest_title(*titles: str) -> Title | None:
    """Return the highest of these titles; None if none of them is a player's title."""
    held = [title for title in TITLES if title.value in titles]
    return held[0] if held else None
