"""Categories of players, and the standings within one."""

from __future__ import annotations

from crivello.model.errors import Illegal, Malformed
from crivello.model.player import Player
from crivello.model.player_fields import FIELD_BY_KEY, GROUPING_FIELDS
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.standings.standings import Standings, StandingsRow

KNOWN = ", ".join(
    (
        "sex=w, age=U18, age=S65, rating=1600-1999, title=FM, federation=ITA",
        *(f"{field.key}=NAME" for field in GROUPING_FIELDS if field.key != "federation"),
    )
)
"""How to write a category; any other key is that of a tag."""
NO_DATE = N_(
    "The ages of the players are unknown because the tournament has no date. Enter its start date."
)


@frozen
class Category:
    """Players with one property in common, written ``key=value``."""

    key: str
    value: str
    year: int | None = None
    """The year in which ages are reached; needed only for an age."""

    def __str__(self) -> str:
        return f"{self.key}={self.value}"

    def has(self, player: Player) -> bool:
        value = self.value.casefold()
        match self.key:
            case "sex":
                return player.sex is not None and player.sex.value == value
            case "age":
                born = birth_year(player)
                return born is not None and self._of_age(born)
            case "rating":
                low, high = _band(self.value)
                return low <= (player.rating or 0) <= high
            case "title":
                return (player.title.value.casefold() if player.title else "none") == value
            case key if (field := FIELD_BY_KEY.get(key)) and field.grouping and not field.tag:
                return field.text(player).casefold() == value
            case _:
                return any(
                    key.casefold() == self.key and text.casefold() == value
                    for key, text in player.tags
                )

    def _of_age(self, born: int) -> bool:
        """Check the age reached in the year of the event: U18 at most 18, S65 at least 65."""
        assert self.year is not None
        age = self.year - born
        years = int(self.value[1:])
        return age <= years if self.value[0] in "Uu" else age >= years


def birth_year(player: Player) -> int | None:
    """Return the year of birth, if known."""
    return _year(player.birth)


def event_year(tournament: Tournament) -> int | None:
    """Return the year in which ages are reached: that of the last day."""
    return _year(tournament.settings.end or tournament.settings.start)


def _year(day: str) -> int | None:
    return int(day[:4]) or None if _is_number(day[:4]) else None


def parse_category(text: str, tournament: Tournament) -> Category:
    """Parse a category such as ``age=U18``, in the year of the tournament."""
    key, equals, value = (part.strip() for part in text.partition("="))
    key = key.casefold()
    year = event_year(tournament)
    good = bool(equals and key and value)
    if key == "age":
        good = good and value[0] in "UuSs" and _is_number(value[1:])
        if good and year is None:
            raise Illegal(NO_DATE)
    elif key == "rating":
        good = good and _is_band(value)
    if not good:
        template = N_("{text!r} is not a category. Write it in one of these forms: {known}.")
        raise Malformed(template, text=text, known=KNOWN)
    return Category(key, value, year)


def _is_band(text: str) -> bool:
    low, dash, high = text.partition("-")
    return bool(dash) and all(part == "" or _is_number(part) for part in (low, high))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _band(text: str) -> tuple[int, int]:
    """Parse a rating band: ``1600-1999``, ``-1599`` (includes unrated players) or ``2000-``."""
    low, _, high = text.partition("-")
    return int(low or 0), int(high or 9999)


def ranks_in(table: Standings, category: Category) -> list[tuple[int, StandingsRow]]:
    """Return the rows of a category in order, each with its rank there; ties keep shared ranks."""
    ranked: list[tuple[int, StandingsRow]] = []
    for row in table.rows:
        if category.has(row.player):
            same = ranked and ranked[-1][1].rank == row.rank
            ranked.append((ranked[-1][0] if same else len(ranked) + 1, row))
    return ranked
