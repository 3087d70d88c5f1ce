"""Steps that every system takes, and the beginning and end of every story."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from crivello.explain.explanation import Depth, Kind, Parts, Said, pairs
from crivello.explain.story import Story, ids
from crivello.model.field import Field, MayMeet
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, ByeDecided, CompletionTested
from crivello.rules.criterion import Measure
from crivello.rules.field import announced_pairs
from crivello.systems.judgement import Breach
from crivello.systems.registry import find
from crivello.words import N_


def tell_beginning(story: Story, tournament: Tournament, notation: str) -> None:
    """Who is there, who is not, and how players are written."""
    story.tell(Kind.NOTATION, notation)
    here = set(story.entrant)
    away = [player.id for player in tournament.players if player.id not in here]
    if away:
        story.tell(
            Kind.NOT_PAIRED,
            N_("Not paired in this round, being absent or having asked for a bye: {players}."),
            about=away,
            players=ids(away),
        )
    announced = announced_pairs(tournament, story.field.round, here)
    if announced:
        story.announced = frozenset(player for pair in announced for player in pair)
        story.tell(
            Kind.CANNOT_MEET,
            N_("Announced before the tournament, these meet, and nobody else meets them: {pairs}."),
            about=story.announced,
            pairs=pairs(tuple(announced)),
        )
    story.tell(Kind.HEADING, N_("Scoregroups"))
    for score, entrants in groupby(story.field.entrants, key=lambda player: player.score):
        story.tell(
            Kind.SCOREGROUP,
            N_("Score {score}: {players}."),
            score=story.score(score),
            players=story.cards([player.id for player in entrants]),
        )


def tell_completion(story: Story, step: CompletionTested, article: str) -> None:
    """The completion test: before the first bracket, or after one."""
    if not step.possible:
        story.tell(
            Kind.COMPLETION,
            N_(
                "Completion test: the rest cannot be paired, for not all of these find an "
                "opponent: {players}."
            ),
            article=article,
            about=step.blocked,
            players=ids(step.blocked),
        )
        return
    seated = {player for pair in step.witness for player in pair}
    left = [player for player in step.players if player not in seated]
    if not step.players:
        return
    if left and not step.witness:
        story.tell(
            Kind.COMPLETION,
            N_("Completion test: only {player} remains, and may have the bye."),
            article=article,
            player=left[0],
        )
    elif left:
        story.tell(
            Kind.COMPLETION,
            N_(
                "Completion test: a legal pairing exists, such as {pairs} and the bye for {player}."
            ),
            article=article,
            pairs=pairs(step.witness),
            player=left[0],
        )
    else:
        story.tell(
            Kind.COMPLETION,
            N_("Completion test: a legal pairing exists, such as {pairs}."),
            article=article,
            pairs=pairs(step.witness),
        )


LEFT_OVER = N_("{player} is left over and gets the pairing-allocated bye.")
FIRST = N_("Before anybody is paired, {player} is given the pairing-allocated bye.")


def tell_bye(story: Story, step: ByeDecided, left_over: bool) -> None:
    """`left_over`: the bye falls to the last one; otherwise it is given before all pairs."""
    story.tell(
        Kind.BYE,
        LEFT_OVER if left_over else FIRST,
        article=step.article,
        about=(step.player,),
        depth=Depth.BRIEF,
        player=step.player,
    )
    if step.barred:
        story.tell(
            Kind.BYE,
            N_("May not have the bye: {players}."),
            article=step.bar or step.article,
            about=step.barred,
            players=ids(step.barred),
        )


def tell_boards(story: Story, step: BoardsOrdered) -> None:
    story.tell(
        Kind.BOARDS,
        N_("Boards in order, White first: {pairs}."),
        depth=Depth.BRIEF,
        pairs=pairs(step.boards),
    )


# Pairs that an absolute criterion forbids, by the reason; the same for all who have brackets.


FORBIDDEN = (
    N_("Have met before: {pairs}."),
    N_("Are not to meet in this round: {pairs}."),
    N_("Must both have the same colour: {pairs}."),
)
ILLEGAL = (
    N_("It is not legal, for these have met before: {pairs}."),
    N_("It is not legal, for these are not to meet in this round: {pairs}."),
    N_("It is not legal, for these must both have the same colour: {pairs}."),
)


def meeting(key: str, field: Field) -> tuple[MayMeet, tuple[str, str]]:
    """Who may meet whom in a system that is a procedure, and the articles: not twice, colours."""
    system = find(key)
    return system.may_meet(field), (system.articles.rematch, system.articles.colours)


def tell_forbidden(
    story: Story,
    both: Iterable[tuple[int, int]],
    may_meet: MayMeet,
    codes: tuple[str, str],
    illegal: bool = False,
) -> None:
    """Which of these pairs may not be made.

    `codes` of the criteria: not twice, the same absolute preference. `illegal`: they are pairs of
    a candidate, which is thereby rejected.
    """
    twice, absolute = codes
    met: list[tuple[int, int]] = []
    apart: list[tuple[int, int]] = []
    same: list[tuple[int, int]] = []
    for a, b in both:
        one, other = story.entrant[a], story.entrant[b]
        if not may_meet(one, other):
            if {a, b} & story.announced:
                continue  # told once, for the whole round
            reason = met if b in one.history.met else apart if b in one.avoid else same
            reason.append((a, b))
    words = ILLEGAL if illegal else FORBIDDEN
    kind = Kind.FAILURE if illegal else Kind.CANNOT_MEET
    for found, code, template in zip(
        (met, apart, same), (twice, twice, absolute), words, strict=True
    ):
        if found:
            story.tell(
                kind,
                template,
                article=code,
                about=(player for pair in found for player in pair),
                pairs=pairs(tuple(found)),
            )


# Failing criteria in words, the same for all systems that have criteria.


TIMES = N_("Fails once: {parts}. {asks}", "Fails {count} times: {parts}. {asks}")
SUM = N_("Has the failure value {value}: {parts}. {asks}")
DIFFERENCES = N_("Fails with the differences {amounts}: {parts}. {asks}")


def tell_breach(
    story: Story, breach: Breach, arrow: str = "↓", depth: Depth = Depth.NORMAL
) -> None:
    """One criterion that a candidate fails: how often, and in which parts."""
    about = tuple(player for part in breach.parts for player in part)
    parts, asks = Parts(breach.parts, arrow), Said(breach.sentence)
    if breach.measure is Measure.LIST:
        story.tell(
            Kind.FAILURE,
            DIFFERENCES,
            article=breach.code,
            about=about,
            depth=depth,
            amounts=story.amounts(breach.value),
            parts=parts,
            asks=asks,
        )
    elif breach.times:
        story.tell(
            Kind.FAILURE,
            TIMES,
            article=breach.code,
            about=about,
            depth=depth,
            count=len(breach.parts),
            parts=parts,
            asks=asks,
        )
    else:
        story.tell(
            Kind.FAILURE,
            SUM,
            article=breach.code,
            about=about,
            depth=depth,
            value=sum(breach.value),
            parts=parts,
            asks=asks,
        )
