"""The answers for three readers: the player, the arbiter, the student. One record, three depths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum

from crivello.explain.answers import (
    explain_player_of,
    explain_why_not_bye,
    explain_why_not_colour,
    explain_why_not_pair,
)
from crivello.explain.explanation import (
    Depth,
    Explanation,
    NamedPlayer,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.player.answer import PlayerAnswer, Question
from crivello.explain.player.questions import PlayerAnswers
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.story import named, require_players
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import System


class Reader(Enum):
    """Who is told. The values are typed and are part of the programs' interface."""

    PLAYER = "player"
    """At most four sentences, without codes."""
    ARBITER = "arbiter"
    """The criteria with their codes, who and how many."""
    STUDENT = "student"
    """The same, and every candidate of the player's brackets in a table."""


ARTICLE = N_("Article {article}.")
HEADINGS = {
    Question.OPPONENT: N_("Why this opponent?"),
    Question.FLOAT: N_("Why an opponent with different points?"),
    Question.COLOUR: N_("Why this colour?"),
    Question.BYE: N_("Why the bye?"),
    Question.EDITION: N_("And by another edition?"),
}
"""Above an answer that stands with others."""


def answer_player(
    system: System, tournament: Tournament, number: int, player: int, reader: Reader
) -> Explanation:
    """Why the round is for this player as it is."""
    require_players(tournament, player)
    this = TracedRound(system, tournament, number)
    if reader is Reader.PLAYER:
        title = Sentence(N_("Round {round}: {player}"), round=number, player=_name(this, player))
        return player_explanation(this, title, PlayerAnswers(this).of(player))
    return _with_tables(this, explain_player_of(this, player), (player,), reader)


def answer_why_not_pair(
    system: System, tournament: Tournament, number: int, one: int, other: int, reader: Reader
) -> Explanation:
    """Why `one`, who asks, and `other` do not meet."""
    told = explain_why_not_pair(system, tournament, number, one, other)
    return _why_not(
        system,
        tournament,
        number,
        told,
        (one, other),
        reader,
        lambda ask: ask.why_not_pair(one, other),
    )


def answer_why_not_bye(
    system: System, tournament: Tournament, number: int, player: int, reader: Reader
) -> Explanation:
    """Why the player does not have the bye."""
    told = explain_why_not_bye(system, tournament, number, player)
    return _why_not(
        system, tournament, number, told, (player,), reader, lambda ask: ask.why_not_bye(player)
    )


def answer_why_not_colour(
    system: System, tournament: Tournament, number: int, player: int, colour: Colour, reader: Reader
) -> Explanation:
    """Why the player does not have this colour."""
    told = explain_why_not_colour(system, tournament, number, player, colour)
    return _why_not(
        system,
        tournament,
        number,
        told,
        (player,),
        reader,
        lambda ask: ask.why_not_colour(player, colour),
    )


def answer_edition(
    system: System, other: System, tournament: Tournament, number: int, player: int
) -> Explanation:
    """What the round would be for a player by another edition."""
    require_players(tournament, player)
    mine, theirs = (TracedRound(one, tournament, number) for one in (system, other))
    title = Sentence(
        N_("Round {round} by {edition}: {player}"),
        round=number,
        edition=Sentence(other.title),
        player=_name(mine, player),
    )
    answer = PlayerAnswers(mine).by_another_edition(player, theirs)
    there = PlayerAnswers(theirs).of(player) if player in theirs.story().entrant else ()
    return player_explanation(mine, title, (answer, *there))


def player_explanation(
    this: TracedRound, title: Sentence, answers: Iterable[PlayerAnswer], headed: bool = True
) -> Explanation:
    """The sentences of the answers, below each its article in small print.

    `headed`: several answers have their questions above them.
    """
    found: list[Paragraph] = []
    several = list(answers)
    for answer in several:
        about = (answer.player,)
        if headed and len(several) > 1 and answer.question in HEADINGS:
            heading = Sentence(HEADINGS[answer.question])
            found.append(
                Paragraph(ParagraphKind.HEADING, heading, players=about, depth=Depth.PLAYER)
            )
        found += [
            Paragraph(ParagraphKind.ANSWER, sentence, players=about, depth=Depth.PLAYER)
            for sentence in answer.sentences
        ]
        if answer.article:
            article = Sentence(ARTICLE, article=answer.article)
            found.append(
                Paragraph(ParagraphKind.ARTICLE, article, players=about, depth=Depth.PLAYER)
            )
        if answer.arbiter is not None:
            found += [replace(one, depth=Depth.PLAYER) for one in answer.arbiter]
    return Explanation(title, this.system.key, this.number, tuple(found), Depth.PLAYER)


def _name(this: TracedRound, player: int) -> NamedPlayer:
    return named(this.tournament, player)


def _why_not(
    system: System,
    tournament: Tournament,
    number: int,
    told: Explanation,
    players: tuple[int, ...],
    reader: Reader,
    ask: Callable[[PlayerAnswers], PlayerAnswer],
) -> Explanation:
    this = TracedRound(system, tournament, number)
    if reader is Reader.PLAYER:
        return player_explanation(this, told.title, (ask(PlayerAnswers(this)),))
    return _with_tables(this, told, players, reader)


def _with_tables(
    this: TracedRound, told: Explanation, players: tuple[int, ...], reader: Reader
) -> Explanation:
    """For a student: what the sieve wrote down of the brackets in which these players were."""
    if reader is not Reader.STUDENT:
        return told
    numbers = {
        number
        for bracket in this.bracket_map().brackets
        if any(player in bracket.members for player in players)
        for number in bracket.numbers
    }
    whole = explain_round(this.system, this.tournament, this.number, Depth.FULL)
    more = tuple(one for one in whole if one.bracket in numbers)
    return replace(told, paragraphs=told.paragraphs + more, depth=Depth.FULL)
