"""What the events amount to: the sections of a file, frozen, and each as a `Tournament`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from crivello.desk.announced import Announced, EqualRatings
from crivello.desk.events import Meta, Presence, RoundPaired
from crivello.desk.exceptions import RuleException, comment, from_comment
from crivello.desk.fide_mode import statement
from crivello.desk.refusals import NoSuchPlayer, NoSuchSection
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.settings import Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.initial_order import (
    Criterion,
    InitialOrder,
    alphabetical,
    initial_order,
    number_players,
)
from crivello.standings.tie_breaks import lot_of

Draft = RoundPaired
"""A pairing that is not published, as its event has it."""


EQUAL_RATINGS: Mapping[EqualRatings, Criterion] = {
    EqualRatings.ALPHABET: alphabetical,
    EqualRatings.ENTRY: lambda player: player.id,
    EqualRatings.YOUNGEST: lambda player: (-_birth(player), alphabetical(player)),
    EqualRatings.OLDEST: lambda player: (_birth(player) or 99999999, alphabetical(player)),
}
"""Of two born on the same day, or on unknown ones, the alphabet decides."""


def _birth(player: Player) -> int:
    """A day as a number, such as 19880531; 0: unknown."""
    digits = player.birth.replace("/", "")
    return int(digits) if digits.isdecimal() and len(digits) == 8 else 0


@dataclass(frozen=True, slots=True)
class Registration:
    player: Player
    """Without a pairing number; that is the place in `Section.order`."""
    presence: Presence = Presence.REGISTERED


@dataclass(frozen=True, slots=True)
class PublishedRound:
    draft: Draft
    """As it was published."""
    games: tuple[Game, ...]
    bye: int | None
    tables: tuple[int, ...]
    results_published: str = ""
    """When; empty while they are not."""
    ended: bool = False
    players: tuple[Player, ...] = ()
    """Everybody by pairing number, as they were when it was published: who was in, who had left."""

    @property
    def complete(self) -> bool:
        """Every game has a result, or is adjourned."""
        return all(game.result is not None for game in self.games)


@dataclass(frozen=True)
class Section:
    """One tournament of the file."""

    key: str
    settings: Settings
    announced: Announced
    registrations: Mapping[int, Registration] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    """Ids by pairing number, once round 1 is published."""
    rounds: tuple[PublishedRound, ...] = ()
    byes: Mapping[tuple[int, int], Bye] = field(default_factory=dict)
    """Requested byes: (player, round)."""
    draft: Draft | None = None
    asked: frozenset[int] = frozenset()
    """No-shows who have not yet said whether they continue."""
    exchanges: tuple[tuple[int, int], ...] = ()
    """Players who exchanged their pairing numbers by hand, in this order."""
    tables: Mapping[int, int] = field(default_factory=dict)
    """Fixed tables by player."""
    left_fide_mode: Meta | None = None
    """When, by whom and why; None while FIDE mode is on, or not stated."""
    recorded: tuple[RuleException, ...] = ()
    """Exceptions that count, in the order of the log."""
    taken_back: tuple[RuleException, ...] = ()
    """Publications that were undone: what players have seen stays an exception."""

    @property
    def fide_mode(self) -> Sentence:
        """What is stated of it, on every page."""
        return statement(self.announced, self.left_fide_mode)

    @property
    def exceptions(self) -> tuple[RuleException, ...]:
        """Everything that was done against or beside the rules: what a file said, then by time."""
        return (*filter(None, map(from_comment, self.settings.comments)), *self._own_exceptions)

    @property
    def _own_exceptions(self) -> list[RuleException]:
        return sorted((*self.recorded, *self.taken_back), key=lambda one: one.done.time)

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def registration(self, player: int) -> Registration:
        if player not in self.registrations:
            raise NoSuchPlayer(player=PlayerRef(player), section=self.key)
        return self.registrations[player]

    @cached_property
    def listed(self) -> tuple[Player, ...]:
        """The players with their numbers, provisional ones before round 1 is published.

        Ranks follow from the results; what a file said when it was imported is out of date.
        """
        if self.order:
            return tuple(
                replace(self.registrations[player].player, number=number, rank=None)
                for number, player in enumerate(self.order, start=1)
            )
        players = (
            one.player
            for one in self.registrations.values()
            if one.presence is not Presence.LEFT_OUT
        )
        derived = number_players(players, self.initial_order)
        if not self.exchanges:
            return derived
        known = {player.id: player for player in derived}
        order = self.exchange(player.id for player in derived)
        return tuple(replace(known[id_], number=n) for n, id_ in enumerate(order, start=1))

    @cached_property
    def lots(self) -> tuple[Player, ...]:
        """Those who have a lot for the tie-break LOT, from the first."""
        drawn = [(lot, player) for player in self.listed if (lot := lot_of(player)) is not None]
        return tuple(player for _, player in sorted(drawn, key=lambda one: one[0]))

    def exchange(self, ids: Iterable[int]) -> tuple[int, ...]:
        """The order in which those who exchange their numbers have changed places."""
        order = list(ids)
        for one, other in self.exchanges:
            if one in order and other in order:
                at, there = order.index(one), order.index(other)
                order[at], order[there] = other, one
        return tuple(order)

    @property
    def initial_order(self) -> InitialOrder:
        return initial_order(self.settings, EQUAL_RATINGS[self.announced.equal_ratings])

    @cached_property
    def tournament(self) -> Tournament:
        """The section as the rest of the program knows it: published rounds, coming byes."""
        here = {player.id for player in self.listed}
        byes: dict[int, list[tuple[int, Bye]]] = {}
        for (player, number), bye in sorted(self.byes.items(), key=lambda item: item[0]):
            if player in here:
                byes.setdefault(number, []).append((player, bye))
        rounds = []
        for number in range(1, max([len(self.rounds), *byes]) + 1):
            these = byes.get(number, [])
            if number > len(self.rounds):
                rounds.append(Round(byes=tuple(these)))
                continue
            this = self.rounds[number - 1]
            if this.bye is not None:
                these = [*these, (this.bye, Bye.PAIRING_ALLOCATED)]
            rounds.append(Round(this.games, tuple(these)))
        apart = tuple(one for this in self.rounds for one in this.draft.apart)
        announced = self.announced
        settings = replace(
            naming_only(replace(self.settings, forbidden=self.settings.forbidden + apart), here),
            chief_arbiter=self.settings.chief_arbiter or str(announced.chief_arbiter or ""),
            deputy_arbiters=self.settings.deputy_arbiters
            or tuple(map(str, announced.deputy_arbiters)),
            comments=(*self.settings.comments, *self._stated),
        )
        return Tournament(self.listed, tuple(rounds), settings)

    @property
    def _stated(self) -> tuple[str, ...]:
        """What a file says of FIDE mode, if anything is stated, and of exceptions, as comments."""
        mode = () if self.announced.fide_mode is None else (str(self.fide_mode),)
        names = {player.id: f"{player.number} {player.name}" for player in self.listed}
        return (*mode, *(comment(one, names.get) for one in self._own_exceptions))

    def present(self, number: int) -> list[Player]:
        """Who is to be paired in the coming round `number`."""
        return [
            player
            for player in self.listed
            if player.entered <= number
            and player.withdrawn_after is None
            and (player.id, number) not in self.byes
        ]


def naming_only(settings: Settings, here: set[int]) -> Settings:
    """Groups, forbidden pairs and special points without the players who are not there."""

    def apart(groups: tuple[Apart, ...]) -> tuple[Apart, ...]:
        if all(here.issuperset(group.players) for group in groups):
            return groups
        left = (replace(one, players=_kept(one.players, here)) for one in groups)
        return tuple(group for group in left if len(group.players) > 1)

    adjustments = settings.adjustments
    if not all(here.issuperset(one.players) for one in adjustments):
        given = (replace(one, players=_kept(one.players, here)) for one in adjustments)
        adjustments = tuple(one for one in given if one.players)
    return replace(
        settings,
        forbidden=apart(settings.forbidden),
        keep_apart=apart(settings.keep_apart),
        must_meet=tuple(pair for pair in settings.must_meet if here.issuperset(pair)),
        adjustments=adjustments,
    )


def _kept(players: tuple[int, ...], here: set[int]) -> tuple[int, ...]:
    return tuple(player for player in players if player in here)


@dataclass(frozen=True, slots=True)
class DeskState:
    sections: Mapping[str, Section] = field(default_factory=dict)

    def section(self, key: str) -> Section:
        if key not in self.sections:
            raise NoSuchSection(section=key, sections=", ".join(self.sections))
        return self.sections[key]

    def with_section(self, section: Section) -> DeskState:
        """The same with this section instead of the one with its key."""
        before = self.sections.get(section.key)
        if before is not None and "listed" in vars(before):
            # Most events are results: a list of thousands is not made again for each of them.
            made_from = ("registrations", "order", "settings", "announced", "exchanges")
            if all(getattr(section, name) is getattr(before, name) for name in made_from):
                vars(section)["listed"] = before.listed
        return DeskState({**self.sections, section.key: section})

    def player(self, player: int) -> Player | None:
        """Somebody registered in any section; ids are common to all of them."""
        for section in self.sections.values():
            if player in section.registrations:
                return section.registrations[player].player
        return None
