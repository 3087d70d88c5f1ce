"""Views of rating lists: loaded lists, their players, and differences from registered players."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from crivello.reports.views.elements import PersonView

if TYPE_CHECKING:
    from crivello.lists import Columns, ListDifference, ListedPlayer, ListInfo, Mapping


class PaceRatingView(TypedDict):
    rating: int | None
    games: int | None
    k: int | None


class ListedPlayerView(TypedDict):
    name: str
    fide_id: int | None
    national_id: str | None
    federation: str | None
    title: str | None
    other_titles: str | None
    sex: str | None
    birth: str | None
    club: str | None
    inactive: bool
    standard: PaceRatingView
    rapid: PaceRatingView
    blitz: PaceRatingView


def listed_player_view(one: ListedPlayer) -> ListedPlayerView:
    def pace_rating(pace: str) -> PaceRatingView:
        found = one.of_pace(pace)
        return PaceRatingView(rating=found.rating, games=found.games, k=found.k)

    return ListedPlayerView(
        name=one.name,
        fide_id=one.fide_id,
        national_id=one.national_id or None,
        federation=one.federation or None,
        title=one.title.value if one.title else None,
        other_titles=one.other_titles or None,
        sex=one.sex.value if one.sex else None,
        birth=one.birth or None,
        club=one.club or None,
        inactive=one.inactive,
        standard=pace_rating("standard"),
        rapid=pace_rating("rapid"),
        blitz=pace_rating("blitz"),
    )


class FoundPlayerView(ListedPlayerView):
    match: str
    """`id`, `exact`, `beginning` or `near`."""


class ListView(TypedDict):
    name: str
    players: int
    source: str
    """The name of the file from which it was read."""
    month: str | None
    """The month of the list, such as `2026-11`."""
    loaded: str
    """The time at which it was loaded."""
    left_out: int
    """The number of lines that could not be read."""
    mapping: dict[str, str]
    """The columns that were named when the list was loaded, by field."""


def list_view(about: ListInfo) -> ListView:
    return ListView(
        name=about.name,
        players=about.players,
        source=about.source,
        month=about.month or None,
        loaded=about.loaded,
        left_out=about.left_out,
        mapping=dict(about.mapping),
    )


class ListsView(TypedDict):
    lists: list[ListView]


class ChangeView(TypedDict):
    key: str
    """The key with which the change is accepted: `12:rating`."""
    player: PersonView
    field: str
    registered: str | None
    listed: str | None


FoundPlayers = list[FoundPlayerView]
Changes = list[ChangeView]
People = list[PersonView]


class SearchView(TypedDict):
    list: ListView
    query: str
    players: FoundPlayers


class ColumnsView(TypedDict):
    columns: dict[str, str] | None
    """The heading of the column for each field; null if the file is not a table."""
    ignored: list[str]
    """Headings of columns that are not used."""


def columns_view(columns: Columns | None) -> ColumnsView:
    if columns is None:
        return ColumnsView(columns=None, ignored=[])
    return ColumnsView(columns=columns.headings_by_field, ignored=list(columns.ignored))


def mapping_origin(
    columns: Columns | None, mapping: Mapping | None, remembered: bool
) -> str | None:
    """Return how the columns of a table were chosen: `told`, `remembered` or `guessed`.

    `mapping` are the columns given with this call. Return None if the file is not a table.
    """
    if columns is None:
        return None
    if mapping is not None and mapping.headings:
        return "told"
    return "remembered" if remembered else "guessed"


class LoadView(ColumnsView):
    name: str
    players: int
    left_out: int
    """The number of lines that could not be read; each is one of the `warnings`."""
    mapping: str | None
    """`guessed`, `told` or `remembered`; null if the file is not a table."""


class ListPreviewView(ColumnsView):
    mapping: str | None
    """`guessed`, `told` or `remembered`; null if the file is not a table."""
    players: list[ListedPlayerView]


class ChangesView(TypedDict):
    section: str
    list: str
    changes: Changes
    not_listed: People
    wrong_ids: People
    """Players whose FIDE id belongs to another person on the list; no change is proposed for
    them.
    """
    without_id: int
    """The number of players without a FIDE id, who are not compared."""


def change_view(one: ListDifference, player: PersonView) -> ChangeView:
    return ChangeView(
        key=one.key,
        player=player,
        field=one.field,
        registered=one.registered or None,
        listed=one.listed or None,
    )
