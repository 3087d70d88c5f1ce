"""Beside an explanation: how the round differs from it, and the questions one may ask next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crivello.model.keys import SYSTEMS
from crivello.web.explaining import Boards, Drawn, Recorded
from crivello.web.view import Page
from crivello.words import N_

BY_HAND = N_("The arbiter made or changed this round by hand. What the rules give is explained.")
OTHERWISE = N_(
    "crivello {program} paired this round otherwise than the rules give today. What the rules give "
    "is explained."
)


@dataclass(frozen=True, slots=True)
class Differs:
    """The round is not the one that is explained: what it is instead."""

    text: str
    added: Sequence[str]
    missing: Sequence[str]


def differs_from(page: Page, this: Recorded, drawn: Drawn) -> Differs | None:
    same = set(drawn.boards) == set(this.boards) and drawn.bye == this.bye
    if same and not this.by_hand:
        return None
    text = page.say(BY_HAND) if this.by_hand else page.say(OTHERWISE, program=this.program)
    return Differs(
        text,
        _written(page, this.boards, drawn.boards, this.bye if this.bye != drawn.bye else None),
        _written(page, drawn.boards, this.boards, drawn.bye if this.bye != drawn.bye else None),
    )


def _written(page: Page, boards: Boards, others: Boards, bye: int | None) -> list[str]:
    """Boards that the other pairing does not have."""
    names = {player.number: f"{player.number} {player.name}" for player in page.section.listed}
    told = [f"{names[w]} – {names[b]}" for w, b in boards if (w, b) not in others]
    if bye is not None:
        told.append(page.say(N_("{player}: bye"), player=names[bye]))
    return told


@dataclass(frozen=True, slots=True)
class Questions:
    """The forms, with what was asked before."""

    players: Sequence[tuple[int, str]]
    editions: Sequence[tuple[str, str]]
    player: int = 0
    wish: str = ""
    edition: str = ""


def questions(
    page: Page, this: Recorded, asked: tuple[int, str] = (0, ""), edition: str = ""
) -> Questions:
    here = {player for pair in this.boards for player in pair} | {this.bye}
    people = [
        (one.number, f"{one.number} {one.name}")
        for one in sorted(page.section.listed, key=lambda one: one.number)
        if one.number in here
    ]
    editions = [
        (one.key, page.say(one.title)) for one in SYSTEMS.values() if one.key != this.system
    ]
    return Questions(people, editions, *asked, edition)
