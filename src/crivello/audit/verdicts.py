"""The first point in which a given pairing is not the one the rules give, for every system.

A system that is a `Judge` names its criterion. For the others there is what all share: somebody
missing, a game played before, a bye had before, a colour; and else the first board that differs.
"""

from __future__ import annotations

from collections.abc import Collection

from crivello.explain.explanation import Paragraph
from crivello.explain.registry import find_teller
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
    """Why `boards` and `bye` are not `expected`; they must differ from it."""
    number = expected.round
    found = None
    if isinstance(system, Judge):
        found = system.judge(tournament, number, boards, bye)
    return found or _shared(system, tournament, expected, boards, bye)


def details(
    system: System, tournament: Tournament, number: int, difference: Difference
) -> tuple[Paragraph, ...]:
    """The difference in the words of an explanation: which rule, in which bracket, how much."""
    story = Story(system, tournament, build_field(tournament, number, system.field_rules))
    find_teller(system).tell_difference(story, difference)
    return tuple(story.paragraphs)


def _shared(
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
        return Difference(
            Defect.INCOMPLETE,
            "",
            Sentence(
                N_("Players missing, unknown or named twice: {players}."),
                players=ListOf.players(odd),
            ),
            players=tuple(odd),
        )
    for board in sorted(boards, key=lambda b: (b.white, b.black)):
        ids = (board.white, board.black)
        values = {"one": PlayerRef(board.white), "other": PlayerRef(board.black)}
        white = by_id[board.white]
        if board.black in white.history.met:
            sentence = N_("{one} and {other} have already met.")
            return Difference(Defect.ABSOLUTE, "", Sentence(sentence, **values), players=ids)
        if board.black in white.avoid:
            sentence = N_("{one} and {other} are not to meet in this round.")
            return Difference(Defect.ABSOLUTE, "", Sentence(sentence, **values), players=ids)
    if bye is not None and by_id[bye].barred:
        sentence = N_("{player} may not have the bye.")
        return Difference(
            Defect.ABSOLUTE, "", Sentence(sentence, player=PlayerRef(bye)), players=(bye,)
        )
    if bye != expected.bye:
        return Difference(
            Defect.PROCEDURE,
            "",
            Sentence(
                N_("The bye belongs to {right}, not to {wrong}."),
                right=_player(expected.bye),
                wrong=_player(bye),
            ),
            players=tuple(player for player in (expected.bye, bye) if player is not None),
        )
    given = set(boards)
    first = next(board for board in expected.boards if board not in given)
    ids = (first.white, first.black)
    values = {"white": PlayerRef(first.white), "black": PlayerRef(first.black)}
    if Board(first.black, first.white) in given:
        sentence = N_("{white} has White against {black} by the colour rules, not Black.")
        return Difference(Defect.COLOUR, "", Sentence(sentence, **values), players=ids)
    return Difference(
        Defect.PROCEDURE,
        "",
        Sentence(
            N_(
                "The procedure of the system leads to {white}-{black}; this pairing has no such"
                " game."
            ),
            **values,
        ),
        players=ids,
    )


def _player(player: int | None) -> PlayerRef | None:
    return None if player is None else PlayerRef(player)
