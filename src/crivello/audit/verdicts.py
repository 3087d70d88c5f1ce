"""The first difference between a given pairing and the right one, for every system.

A system that is a `Judge` names its criterion. For all other systems the difference is a broken
rule that all share (a player missing, a repeated game, a second bye, a colour), else the first
board that differs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from crivello.explain.explanation import Paragraph
from crivello.explain.registry import find_narrator
from crivello.explain.story import Story
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.judgement import Defect, Difference
from crivello.systems.registry import Judge, System


def first_difference(
    system: System,
    tournament: Tournament,
    expected: RoundPairing,
    boards: Collection[Board],
    bye: int | None,
) -> Difference:
    """Return the first reason why `boards` and `bye` are not the `expected` pairing; they must
    differ.
    """
    number = expected.round
    found = None
    if isinstance(system, Judge):
        found = system.judge_for(tournament, number).judge(boards, bye)
    return found or _common_difference(system, tournament, expected, boards, bye)


def details(
    system: System, tournament: Tournament, number: int, difference: Difference
) -> tuple[Paragraph, ...]:
    """Return the difference as paragraphs of an explanation: which rule, in which bracket, how
    much. A plug-in, which has no narrator, has none.
    """
    if system.announced.plug_in:
        return ()
    story = Story(system, tournament, build_field(tournament, number, system.field_rules))
    find_narrator(system).tell_difference(story, difference)
    return tuple(story.paragraphs)


def _common_difference(
    system: System,
    tournament: Tournament,
    expected: RoundPairing,
    boards: Collection[Board],
    bye: int | None,
) -> Difference:
    field = build_field(tournament, expected.round, system.field_rules)
    by_id = {player.id: player for player in field.entrants}
    seated = [player for board in boards for player in (board.white, board.black)]
    seated += [] if bye is None else [bye]
    odd = sorted(set(by_id) ^ set(seated) | {p for p in seated if seated.count(p) > 1})
    if odd:
        template = N_("Players missing, unknown or named twice: {players}.")
        return _difference(Defect.INCOMPLETE, template, odd, players=ListOf.players(odd))
    for board in sorted(boards, key=lambda b: (b.white, b.black)):
        pair = (board.white, board.black)
        white = by_id[board.white]
        if board.black in white.history.met or board.black in white.avoid:
            template = N_("{one} and {other} are not to meet in this round.")
            if board.black in white.history.met:
                template = N_("{one} and {other} have already met.")
            one, other = map(PlayerRef, pair)
            return _difference(Defect.ABSOLUTE, template, pair, one=one, other=other)
    if bye is not None and by_id[bye].barred:
        template = N_("{player} may not have the bye.")
        return _difference(Defect.ABSOLUTE, template, [bye], player=PlayerRef(bye))
    if bye != expected.bye:
        template = N_("The bye belongs to {right}, not to {wrong}.")
        right, wrong = (
            None if player is None else PlayerRef(player) for player in (expected.bye, bye)
        )
        players = [player for player in (expected.bye, bye) if player is not None]
        return _difference(Defect.PROCEDURE, template, players, right=right, wrong=wrong)
    given = set(boards)
    first = next(board for board in expected.boards if board not in given)
    level, template = (
        Defect.PROCEDURE,
        N_("The procedure of the system leads to {white}-{black}; this pairing has no such game."),
    )
    if Board(first.black, first.white) in given:
        level, template = (
            Defect.COLOUR,
            N_("{white} has White against {black} by the colour rules, not Black."),
        )
    pair = (first.white, first.black)
    return _difference(level, template, pair, white=PlayerRef(pair[0]), black=PlayerRef(pair[1]))


def _difference(level: Defect, template: str, about: Iterable[int], /, **values: Any) -> Difference:
    return Difference(level, "", Sentence(template, **values), players=tuple(about))
