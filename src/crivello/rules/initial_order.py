"""The initial order of the players and their pairing numbers (C.04.2: 2.2-2.5, old B.2-C.3).

The order is by strength, title and alphabet. Ids never change, and all events refer to ids, so a
new number changes no result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from crivello.model.errors import Illegal
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player, Title
from crivello.model.sentence import N_, PlayerRef
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.rules.handling import Article, Handling
from crivello.rules.strength import Strength, strength_by, strength_in
from crivello.standard.classes import frozen, replace
from crivello.standard.typing_names import Any

TITLES = tuple(map(Title, ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]))
"""From the highest; players without a title come after all of them."""
TITLES_BEFORE_2013 = tuple(map(Title, ["GM", "IM", "WGM", "WIM", "FM", "CM", "WFM", "WCM"]))
"""Before 2013 the woman international master came before the FIDE master."""

Criterion = Callable[[Player], Any]
"""The last key for players of the same strength and title; the smaller value comes first."""


def title_order(system: str | None) -> tuple[Title, ...]:
    """Return the order of titles, the highest first, in the edition with this key."""
    # C.04.2.B.2 (2)
    edition = SYSTEMS.get(system or "")
    return TITLES_BEFORE_2013 if edition is not None and edition.older_titles else TITLES


def alphabetical(player: Player) -> str:
    """Return the name in small letters without accents, to sort by."""
    # C.04.2.B.2 (3)
    import unicodedata

    letters = unicodedata.normalize("NFKD", player.name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()


USUAL_STRENGTH = strength_by("")


@frozen
class InitialOrder:
    """The keys of the initial order: strength, title, and then the alphabet.

    An event may announce another last key, `then`.
    """

    titles: tuple[Title, ...] = TITLES
    strength: Strength = USUAL_STRENGTH
    then: Criterion = alphabetical

    @property
    def key(self) -> Callable[[Player], Any]:
        place = {title: rank for rank, title in enumerate(self.titles)}

        def key(player: Player) -> tuple[int, int, Any, int]:
            title = len(place) if player.title is None else place[player.title]
            return -(self.strength(player) or 0), title, self.then(player), player.id

        return key


USUAL = InitialOrder()


def initial_order(settings: Settings, then: Criterion = alphabetical) -> InitialOrder:
    """Return the initial order that the settings of a tournament define."""
    return InitialOrder(title_order(settings.system), strength_in(settings), then)


def in_initial_order(players: Iterable[Player], order: InitialOrder = USUAL) -> list[Player]:
    """Return the players sorted in initial order; players with equal keys are in order of their
    ids.
    """
    # Dutch 2017: A.1 (1)
    # C.04.2.B.2 (1)
    # Dutch 2026: 1.1; Dutch 2017: A.1; Dubov 2026: 1.1; Dubov 2018: A.1; Burstein 2026: 1.1
    return sorted(players, key=order.key)


# Pairing numbers (2.3-2.5, old B.3, C.2, C.3) and the time until which they may change.


FROZEN_FROM = 4
"""Once this round has been paired, corrections do not change pairing numbers."""

UNKNOWN = N_("There is no player {player}.")
KNOWN = N_("There is a player {player} already.")
FROZEN = N_("Round {round} has been paired: corrections cannot change pairing numbers ({article}).")


@frozen
class Move:
    """A player whose pairing number changed."""

    player: int
    before: int
    after: int


@frozen
class Renumbering:
    tournament: Tournament
    moves: tuple[Move, ...] = ()
    """The players who moved, in the new order; without newcomers."""


LAST_LATE_ENTRY = 3
"""Before 2026 late entries were foreseen for round 2 or 3 (C.04.2.C.2)."""


def number_players(players: Iterable[Player], order: InitialOrder = USUAL) -> tuple[Player, ...]:
    """Return the players in initial order, numbered from 1."""
    # C.04.2.B.3 (1)
    return _number_in_order(in_initial_order(players, order))


def renumber(tournament: Tournament, order: InitialOrder = USUAL) -> Renumbering:
    """Number all players again; raise `Illegal` if that changes a number after round 4 was
    paired.
    """
    renumbering = _renumber_as(tournament, number_players(tournament.players, order))
    if renumbering.moves and tournament.paired_rounds >= FROZEN_FROM:
        raise Illegal(FROZEN, round=FROZEN_FROM, article=Article.NUMBERS.of(tournament.settings))
    return renumbering


def correct(tournament: Tournament, player: Player, order: InitialOrder = USUAL) -> Renumbering:
    """Replace the player with the same id; numbers change only until round 4 is paired."""
    # C.04.2.B.3 (2)
    if player.id not in tournament.player:
        raise Illegal(UNKNOWN, player=PlayerRef(player.id))
    kept = replace(player, number=tournament.player[player.id].number)
    players = tuple(kept if one.id == player.id else one for one in tournament.players)
    corrected = replace(tournament, players=players)
    if tournament.paired_rounds >= FROZEN_FROM:
        return Renumbering(corrected)
    return renumber(corrected, order)


def admit(
    tournament: Tournament,
    player: Player,
    edition: Handling,
    order: InitialOrder = USUAL,
) -> Renumbering:
    """Add a new player from the next round on; `moves` lists the players whose number changed.

    The newcomer comes before the first player who is later in the initial order; the order of all
    others stays. Before 2026, once round 4 is paired, no number changes, and the newcomer gets the
    last one.
    """
    # C.04.2.C.3 (1); Baku 2016: 3 (1)
    if player.id in tournament.player:
        raise Illegal(KNOWN, player=PlayerRef(player.id))
    newcomer = replace(player, entered=max(player.entered, tournament.next_round))
    others = sorted(tournament.players, key=lambda one: one.number)
    if tournament.paired_rounds >= FROZEN_FROM and edition is Handling.BEFORE_2026:
        last = max((one.number for one in others), default=0)
        return _renumber_as(tournament, (*others, replace(newcomer, number=last + 1)))
    key = order.key
    place = next((i for i, one in enumerate(others) if key(newcomer) < key(one)), len(others))
    return _renumber_as(tournament, _number_in_order([*others[:place], newcomer, *others[place:]]))


def _number_in_order(players: Sequence[Player]) -> tuple[Player, ...]:
    return tuple(replace(player, number=n) for n, player in enumerate(players, start=1))


def _renumber_as(tournament: Tournament, players: tuple[Player, ...]) -> Renumbering:
    numbers = {player.id: player.number for player in players}
    moves = moves_between(tournament.players, numbers)
    return Renumbering(replace(tournament, players=players), moves)


def moves_between(before: Iterable[Player], numbers: Mapping[int, int]) -> tuple[Move, ...]:
    """Return the players whose number changed, in the order of the new numbers."""
    old = {player.id: player.number for player in before}
    return tuple(
        Move(player, old[player], number)
        for player, number in numbers.items()
        if player in old and old[player] != number
    )
