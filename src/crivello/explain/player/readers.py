"""Answers for three readers (player, arbiter, student), made from one record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from crivello.explain.answers import (
    asked_round,
    explain_player_of,
    explain_why_not_bye_of,
    explain_why_not_colour_of,
    explain_why_not_pair_of,
    not_bye_title,
    not_colour_title,
    not_pair_title,
)
from crivello.explain.explanation import (
    Depth,
    Explanation,
    NamedPlayer,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.player.answer import ArticleRef, PlayerAnswer, Question, without_meanings
from crivello.explain.player.questions import answers_about
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.story import name_player, require_players
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import System


class Reader(Enum):
    """Who an answer is for. The values are typed by users and part of the public interface."""

    PLAYER = "player"
    """At most four sentences, without codes."""
    ARBITER = "arbiter"
    """The same with its articles, then the criteria with their codes, who and how many."""
    STUDENT = "student"
    """The same, and every candidate of the player's brackets in a table."""


ARTICLE = N_("Article {article}.")
ARTICLE_OF = N_("Article {article} of the rules that pair the first rounds: {system}.")
"""In seeding rounds."""
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
    """Answer why the player has this opponent, float, colour or bye."""
    require_players(tournament, player)
    this = TracedRound(system, tournament, number)
    answers = answers_about(this).of(player)
    if reader is Reader.PLAYER:
        title = Sentence(N_("Round {round}: {player}"), round=number, player=_name(this, player))
        return player_explanation(this, title, answers)
    return _in_detail(this, answers, explain_player_of(this, player), (player,), reader)


def answer_why_not_pair(
    system: System, tournament: Tournament, number: int, one: int, other: int, reader: Reader
) -> Explanation:
    """Answer why `one`, who asks, does not meet `other`."""
    this = asked_round(system, tournament, number, one, other)
    answer = answers_about(this).why_not_pair(one, other)
    if reader is Reader.PLAYER:
        return player_explanation(this, not_pair_title(this, one, other), (answer,))
    record = explain_why_not_pair_of(this, one, other)
    return _in_detail(this, (answer,), record, (one, other), reader)


def answer_why_not_bye(
    system: System, tournament: Tournament, number: int, player: int, reader: Reader
) -> Explanation:
    """Answer why the player does not have the bye."""
    this = asked_round(system, tournament, number, player)
    answer = answers_about(this).why_not_bye(player)
    if reader is Reader.PLAYER:
        return player_explanation(this, not_bye_title(this, player), (answer,))
    return _in_detail(this, (answer,), explain_why_not_bye_of(this, player), (player,), reader)


def answer_why_not_colour(
    system: System, tournament: Tournament, number: int, player: int, colour: Colour, reader: Reader
) -> Explanation:
    """Answer why the player does not have this colour."""
    this = asked_round(system, tournament, number, player)
    answer = answers_about(this).why_not_colour(player, colour)
    if reader is Reader.PLAYER:
        return player_explanation(this, not_colour_title(this, player, colour), (answer,))
    record = explain_why_not_colour_of(this, player, colour)
    return _in_detail(this, (answer,), record, (player,), reader)


def answer_edition(
    system: System, other: System, tournament: Tournament, number: int, player: int
) -> Explanation:
    """Answer which board the player would have under another edition, and why."""
    require_players(tournament, player)
    mine, theirs = (TracedRound(one, tournament, number) for one in (system, other))
    title = Sentence(
        N_("Round {round} by {edition}: {player}"),
        round=number,
        edition=Sentence(other.title),
        player=_name(mine, player),
    )
    answer = answers_about(mine).by_another_edition(player, theirs)
    there = answers_about(theirs).of(player) if player in theirs.story().entrant else ()
    return player_explanation(mine, title, (answer, *there))


def player_explanation(
    this: TracedRound, title: Sentence, answers: Iterable[PlayerAnswer], headed: bool = True
) -> Explanation:
    """Return the answers as an explanation, each with its articles in small print below.

    `headed`: True to put the question above each of several answers.
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
            article = _article(this, answer)
            found.append(
                Paragraph(ParagraphKind.ARTICLE, article, players=about, depth=Depth.PLAYER)
            )
        if answer.arbiter is not None:
            found += [replace(one, depth=Depth.PLAYER) for one in answer.arbiter]
    return Explanation(title, this.system.key, this.number, tuple(found), Depth.PLAYER)


def _article(this: TracedRound, answer: PlayerAnswer) -> Sentence:
    """Return the articles of an answer, in a seeding round with the system that has them."""
    reference = ArticleRef(answer.article)
    if this.rules.key == this.system.key:
        return Sentence(ARTICLE, article=reference)
    return Sentence(ARTICLE_OF, article=reference, system=Sentence(this.rules.title))


def _name(this: TracedRound, player: int) -> NamedPlayer:
    return name_player(this.tournament, player)


def _in_detail(
    this: TracedRound,
    answers: Iterable[PlayerAnswer],
    record: Explanation,
    players: tuple[int, ...],
    reader: Reader,
) -> Explanation:
    """Return the answer to the player, followed by the arbiter's record of what decided.

    A student also gets tables of the candidates in the brackets of these players.
    """
    board = tuple(one for one in record.paragraphs if one.depth is Depth.BRIEF)
    told = tuple(
        paragraph for one in answers if one.arbiter is None for paragraph in _with_article(one)
    )
    rest = tuple(one for one in record.paragraphs if one not in board)
    if told:
        told = (_heading(TO_THE_PLAYER), *told)
        rest = (_heading(IN_DETAIL), *rest) if rest else ()
    whole = replace(record, paragraphs=(*board, *told, *rest))
    return _with_tables(this, whole, players) if reader is Reader.STUDENT else whole


TO_THE_PLAYER = N_("To the player")
IN_DETAIL = N_("In detail")


def _heading(text: str) -> Paragraph:
    return Paragraph(ParagraphKind.HEADING, Sentence(text))


def _with_article(answer: PlayerAnswer) -> tuple[Paragraph, ...]:
    """Return the sentences of an answer as paragraphs; the last one cites the articles."""
    *first, last = without_meanings(answer).sentences
    about, kind = (answer.player,), ParagraphKind.DECISIVE
    return (
        *(Paragraph(kind, one, players=about) for one in first),
        Paragraph(kind, last, answer.article, about),
    )


def _with_tables(
    this: TracedRound, explanation: Explanation, players: tuple[int, ...]
) -> Explanation:
    """Add tables of the candidates that the sieve tried in the brackets of these players."""
    numbers = {
        number
        for bracket in this.bracket_map().brackets
        if any(player in bracket.members for player in players)
        for number in bracket.numbers
    }
    whole = explain_round(this.system, this.tournament, this.number, Depth.FULL)
    more = tuple(one for one in whole if one.bracket in numbers)
    return replace(explanation, paragraphs=explanation.paragraphs + more, depth=Depth.FULL)
