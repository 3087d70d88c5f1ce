"""What everybody may see of a section: published pairings, and results that have been published.

Every public page is made from the section that `published` gives and from nothing else. So a draft,
a result that is only entered, a bye for a coming round, a late entry, a withdrawal or points that
are given cannot come out by accident.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Request

from ..desk import Section
from ..desk.state import Registration
from ..model.player import Player
from ..words import N_
from .nav import Link
from .told import Names
from .view import Page


def published(section: Section) -> Section:
    """The section as the players know it: `docs/decisions/public-results.md`.

    Results of a round count as published when the arbiter publishes them, and at the latest with
    the pairing of the next round, which rests on them; so do bonus and penalty points. Who is in,
    who has left and the numbers are those of the last published pairing. Before round 1 nobody is
    listed: numbers are provisional until then.
    """
    rounds = section.rounds
    if not rounds:
        return replace(section, registrations={}, byes={}, draft=None, asked=frozenset(), tables={})
    last = rounds[-1]
    settings = section.settings
    if not last.results_published:
        games = tuple(replace(game, result=None) for game in last.games)
        rounds = (*rounds[:-1], replace(last, games=games))
        given = tuple(one for one in settings.adjustments if one.round != len(rounds))
        settings = replace(settings, adjustments=given)
    byes = {where: bye for where, bye in section.byes.items() if where[1] <= len(rounds)}
    return replace(
        section,
        settings=settings,
        registrations={one.id: _as_published(section, one) for one in last.players},
        order=tuple(one.id for one in last.players),
        rounds=rounds,
        byes=byes,
        draft=None,
        asked=frozenset(),
        tables={},
    )


def _as_published(section: Section, then: Player) -> Registration:
    """His data as they are, put right or not; whether he plays as it was published."""
    now = section.registrations[then.id]
    player = replace(
        now.player,
        entered=then.entered,
        withdrawn_after=then.withdrawn_after,
        expelled=then.expelled,
    )
    return replace(now, player=player)


class PublicPage(Page):
    """A page of a section for everybody."""

    door = "public"

    def __init__(self, request: Request, file: str, section: str) -> None:
        super().__init__(request, file, section)
        whole = self.section
        self.section = self.snapshot.once(
            ("published", self.key), lambda: published(whole), (whole,)
        )

    @property
    def names(self) -> Names:
        return {player.id: player for player in self.section.listed}

    def _common(self) -> dict[str, object]:
        common = super()._common()
        common["trouble"] = None  # of the arbiter's files nobody else is told
        common["nav"] = [
            Link(self.say(title), self.url(*path), self._here(path)) for path, title in PLACES
        ]
        return common

    def _here(self, path: tuple[str, ...]) -> bool:
        place = self.here.rstrip("/").split("/")[4:]
        if path == ("names",):
            return place[:1] == ["round"] and place[2:] == ["names"]
        if path == ("round",):
            return (not place or place[:1] == ["round"]) and place[2:] != ["names"]
        return place[:1] == list(path)


PLACES = (
    (("round",), N_("By board")),
    (("names",), N_("By name")),
    (("standings",), N_("Standings")),
    (("card",), N_("My card")),
    (("crosstable",), N_("Crosstable")),
)


def _page(request: Request, file: str, section: str) -> PublicPage:
    return PublicPage(request, file, section)


AtPublic = Annotated[PublicPage, Depends(_page)]
"""For routes below `/public/{file}/{section}`."""
