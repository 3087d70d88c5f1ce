"""Pairings made or changed by hand: judged by the rules, and compared with the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from crivello.audit.verdicts import first_difference
from crivello.desk.events import Boards, Remark
from crivello.model.errors import Impossible, Severity
from crivello.model.keys import is_round_robin
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.colours import may_have
from crivello.rules.field import announced_pairs, build_field
from crivello.rules.handling import Article
from crivello.rules.round_robin import BERGER_TABLES, problems_by_hand
from crivello.standard.classes import frozen
from crivello.systems.judgement import Defect
from crivello.systems.registry import System

MET = N_("{white} and {black} have already met.")
NOT_TO_MEET = N_("{white} and {black} are not to meet in this round.")
BYE_AGAIN = N_("{player} may not have the bye.")
COLOUR_LIMIT = N_("{player} has this colour too often or for the third time running.")
BOTH_COLOURS = N_("{white} and {black} both have the colour that they are not due.")
TO_MEET = N_("{white} and {black} are announced to meet in this round.")
NO_PAIRING = N_("By the rules, this round cannot be paired at all.")


@frozen
class Judgement:
    """What the rules say about a pairing; no remarks if it is the one that they give."""

    remarks: tuple[Remark, ...]
    expected: RoundPairing | None
    """The engine's pairing; None if there is none."""
    missing: Boards = ()
    """Boards of the engine that the pairing does not have."""
    added: Boards = ()
    """Boards that the engine does not have."""


def judge(
    system: System, tournament: Tournament, number: int, boards: Boards, bye: int | None
) -> Judgement:
    """Judge a pairing: the basic rules it breaks, and the first difference from the engine's
    pairing.
    """
    table = is_round_robin(system.key)
    if table:
        remarks = list(_breaches_of_a_table(system, tournament, number, boards))
    else:
        remarks = list(_breaches(system, tournament, number, boards, bye))
    given = [Board(white, black) for white, black in boards]
    try:
        expected = system.pair(tournament, number)
    except Impossible:
        if table:  # earlier rounds were made by hand as well
            return Judgement(tuple(remarks), None, (), boards)
        remarks.append(Remark(Defect.ABSOLUTE.value, "", NO_PAIRING))
        return Judgement(tuple(remarks), None, (), boards)
    right = {(board.white, board.black) for board in expected.boards}
    if right == set(boards) and expected.bye == bye:
        return Judgement(tuple(remarks), expected)
    difference = first_difference(system, tournament, expected, given, bye)
    sentence, players = difference.sentence, difference.players
    remark = Remark.of(difference.level.value, difference.code, sentence, players)
    said = str(remark.sentence)
    if not any(one.template == remark.template or str(one.sentence) == said for one in remarks):
        remarks.append(remark)
    missing = tuple((b.white, b.black) for b in expected.boards if (b.white, b.black) not in boards)
    return Judgement(tuple(remarks), expected, missing, tuple(p for p in boards if p not in right))


def _breaches_of_a_table(
    system: System, tournament: Tournament, number: int, boards: Boards
) -> Iterator[Remark]:
    """Yield pairs that meet too often in a cycle of a round robin, and third colours in a row
    (C.05).
    """
    games = tuple(Game(white, black) for white, black in boards)
    past = tuple(tournament.round(k) for k in range(1, number))
    whole = replace(tournament, rounds=(*past, Round(games)))
    for problem in problems_by_hand(whole, system.key):
        if problem.round in (number, None):
            colour = problem.severity is Severity.WARNING
            level = Defect.COLOUR if colour else Defect.ABSOLUTE
            players = () if problem.player is None else (problem.player,)
            yield Remark.of(level.value, BERGER_TABLES, problem.sentence, players)


def _breaches(
    system: System, tournament: Tournament, number: int, boards: Boards, bye: int | None
) -> Iterator[Remark]:
    """Yield the rules of C.04.1 (2, 4, 6, 7 and 8) that the pairing breaks; they hold for all
    systems.
    """
    settings = tournament.settings
    field = build_field(tournament, number, system.field_rules)
    here = {entrant.id: entrant for entrant in field.entrants}
    absolute = Defect.ABSOLUTE.value
    announced = announced_pairs(tournament, number, here)
    together = {frozenset(pair) for pair in boards}
    for pair in announced:
        if frozenset(pair) not in together:
            yield Remark.of(absolute, "", _sentence_about(TO_MEET, pair), pair)
    held = {player for pair in announced for player in pair}
    for pair in boards:
        if any(player not in here for player in pair):
            continue
        white, black = (here[player] for player in pair)
        if black.id in white.history.met:
            yield Remark.of(
                absolute, Article.NO_REMATCH.of(settings), _sentence_about(MET, pair), pair
            )
        elif black.id in white.avoid and not held & set(pair):
            yield Remark.of(absolute, "", _sentence_about(NOT_TO_MEET, pair), pair)
        for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            if not may_have(player, colour):
                limits = Article.COLOUR_LIMITS.of(settings)
                sentence = Sentence(COLOUR_LIMIT, player=PlayerRef(player.id))
                yield Remark.of(Defect.COLOUR.value, limits, sentence, (player.id,))
        if (white.preference, black.preference) == (Colour.BLACK, Colour.WHITE):
            due = Article.COLOUR_DUE.of(settings)
            yield Remark.of(Defect.COLOUR.value, due, _sentence_about(BOTH_COLOURS, pair), pair)
    if bye is not None and bye in here and here[bye].barred:
        article = Article.NO_SECOND_BYE.of(settings)
        yield Remark.of(absolute, article, Sentence(BYE_AGAIN, player=PlayerRef(bye)), (bye,))


def _sentence_about(template: str, pair: tuple[int, int]) -> Sentence:
    return Sentence(template, white=PlayerRef(pair[0]), black=PlayerRef(pair[1]))


def swap_players(boards: Boards, one: int, other: int) -> Boards:
    """Return the boards after two players have changed places."""
    places = {one: other, other: one}
    return tuple((places.get(w, w), places.get(b, b)) for w, b in boards)


def turn_board(boards: Boards, player: int) -> Boards:
    """Return the boards with the colours of the player's board reversed."""
    return tuple((b, w) if player in (w, b) else (w, b) for w, b in boards)


def pair_players(
    boards: Boards, bye: int | None, white: int, black: int, away: frozenset[int] = frozenset()
) -> tuple[Boards, int | None]:
    """Return boards and bye with these two paired; their former opponents meet each other.

    If only one former opponent is left without a game, that player gets the bye. Players in `away`,
    who did not appear, get neither. All other boards stay as they are.
    """
    left = [
        other
        for pair in boards
        for player, other in (pair, pair[::-1])
        if player in (white, black) and other not in away | {white, black}
    ]
    if bye in (white, black):
        bye = None
    result: list[tuple[int, int]] = []
    placed = False
    for pair in boards:
        if not {white, black} & set(pair):
            result.append(pair)
        elif not placed:
            result.append((white, black))
            placed = True
        elif len(left) == 2:
            result.append((left[0], left[1]))
    if not placed:
        result.append((white, black))
    if len(left) == 1:
        bye = left[0]
    return tuple(result), bye


def players_of(boards: Iterable[tuple[int, int]]) -> set[int]:
    return {player for pair in boards for player in pair}
