"""Why each board of a round is as it is: the explanations of its two players, told once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crivello.explain.explanation import Explanation, ParagraphKind
from crivello.explain.player import explain_player_of
from crivello.explain.render import writer_of
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.story import named
from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_, Sentence
from crivello.reports.subject import Subject
from crivello.systems.registry import find
from crivello.words import Language


@dataclass(frozen=True, slots=True)
class Reasons:
    """Of one round, in no language yet."""

    round: int
    as_played: bool
    """The rules give the very pairing that was played."""
    boards: tuple[tuple[int, Explanation], ...] = ()
    """By the place of a board in the list; the bye has the place after the last board."""
    whole: Explanation | None = None
    """The round bracket by bracket."""
    failure: CrivelloError | None = None
    """Why nothing can be told."""


def reasons(subject: Subject, number: int) -> Reasons:
    """The round paired again from what was known then; a board that is not the same is left out."""
    tournament = subject.tournament if subject.known is None else subject.known(number)
    try:
        system = find(subject.system)
        paired = TracedRound(system, tournament, number)
        whole = explain_round(system, tournament, number)
    except CrivelloError as error:
        return Reasons(number, False, failure=error)
    this = subject.tournament.round(number)
    played = [
        (game.black, game.white) if game.reversed else (game.white, game.black)
        for game in this.games
    ]
    given = {(board.white, board.black) for board in paired.pairing.boards}
    byes = [player for player, bye in this.byes if not bye.requested]
    same_bye = byes == ([] if paired.pairing.bye is None else [paired.pairing.bye])
    boards = [
        (place, _both(paired, place, *pair))
        for place, pair in enumerate(played, start=1)
        if pair in given
    ]
    if byes and same_bye:
        title = Sentence(N_("Bye: {player}"), player=named(tournament, byes[0]))
        boards.append((len(played) + 1, replace(explain_player_of(paired, byes[0]), title=title)))
    return Reasons(number, set(played) == given and same_bye, tuple(boards), whole)


def _both(paired: TracedRound, place: int, white: int, black: int) -> Explanation:
    """What there is to say of White, and what there is to say of Black beside it."""
    one, other = (explain_player_of(paired, player) for player in (white, black))
    said = set(_sentences(one))
    more = tuple(
        paragraph
        for paragraph, text in zip(other, _sentences(other), strict=True)
        if text not in said and paragraph.kind is not ParagraphKind.HEADING
    )
    title = Sentence(
        N_("Board {board}: {white} – {black}"),
        board=place,
        white=named(paired.tournament, white),
        black=named(paired.tournament, black),
    )
    # The first paragraph about Black only tells the board again.
    return replace(one, title=title, paragraphs=(*one, *more[1:]))


def _sentences(explanation: Explanation) -> Iterator[str]:
    writer = writer_of(explanation, Language.EN)
    for paragraph in explanation:
        yield writer.say(paragraph)
