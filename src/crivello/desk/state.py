"""What the events amount to: the sections of a file, frozen, and each as a `Tournament`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from crivello.desk.announced import Announced
from crivello.desk.events import Presence, RoundPaired
from crivello.desk.refusals import NoSuchPlayer, NoSuchSection
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.sentence import PlayerRef
from crivello.model.settings import Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.initial_order import numbered, title_order

Draft = RoundPaired
"""A pairing that is not published, as its event has it."""


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
    """No-shows who have not yet said whether they play on."""
    tables: Mapping[int, int] = field(default_factory=dict)
    """Fixed tables by player."""

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def registration(self, player: int) -> Registration:
        if player not in self.registrations:
            raise NoSuchPlayer(player=PlayerRef(player), section=self.key)
        return self.registrations[player]

    @cached_property
    def listed(self) -> tuple[Player, ...]:
        """The players with their numbers, provisional ones before round 1 is published."""
        if self.order:
            return tuple(
                replace(self.registrations[player].player, number=number)
                for number, player in enumerate(self.order, start=1)
            )
        players = (
            one.player
            for one in self.registrations.values()
            if one.presence is not Presence.LEFT_OUT
        )
        return numbered(players, title_order(self.settings.system))

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
        )
        return Tournament(self.listed, tuple(rounds), settings)

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
            if section.registrations is before.registrations and section.order is before.order:
                if section.settings is before.settings:
                    vars(section)["listed"] = before.listed
        return DeskState({**self.sections, section.key: section})

    def player(self, player: int) -> Player | None:
        """Somebody registered in any section; ids are common to all of them."""
        for section in self.sections.values():
            if player in section.registrations:
                return section.registrations[player].player
        return None
