"""Steps that every system takes, and the sentences about pairs and criteria that all share."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby

from crivello.explain.explanation import Depth, ParagraphKind, candidate_list
from crivello.explain.story import Story, sentence_with
from crivello.model.errors import TooLarge
from crivello.model.sentence import N_, ListOf, Sentence, Template
from crivello.model.trace import BoardsOrdered, ByeDecided, CompletionTested, Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.criterion import Measure
from crivello.rules.field import announced_pairs
from crivello.systems.judgement import Breach


def tell_beginning(story: Story) -> None:
    """Who is there, who is not, and how players are written."""
    story.tell(ParagraphKind.NOTATION, story.system.notation)
    here = set(story.entrant)
    away = [player.id for player in story.tournament.players if player.id not in here]
    if away:
        story.tell(
            ParagraphKind.NOT_PAIRED,
            N_("Not paired in this round (absent, or with a requested bye): {players}."),
            about=away,
            players=ListOf.players(away),
        )
    announced = announced_pairs(story.tournament, story.field.round, here)
    if announced:
        story.announced = frozenset(player for pair in announced for player in pair)
        story.tell(
            ParagraphKind.CANNOT_MEET,
            N_("Announced before the tournament: these meet each other and nobody else: {pairs}."),
            about=story.announced,
            pairs=ListOf.pairs(announced),
        )
    story.tell(ParagraphKind.HEADING, N_("Scoregroups"))
    for score, entrants in groupby(story.field.entrants, key=lambda player: player.score):
        story.tell(
            ParagraphKind.SCOREGROUP,
            N_("Score {score}: {players}."),
            score=story.score(score),
            players=story.cards([player.id for player in entrants]),
        )


def tell_completion(story: Story, step: CompletionTested, article: str) -> None:
    """The completion test: before the first bracket, or after one."""
    if not step.possible:
        story.tell(
            ParagraphKind.COMPLETION,
            N_(
                "Completion test: the rest cannot be paired; not all of these can have an "
                "opponent: {players}."
            ),
            article=article,
            about=step.blocked,
            players=ListOf.players(step.blocked),
        )
        return
    seated = {player for pair in step.witness for player in pair}
    left = [player for player in step.players if player not in seated]
    if left and not step.witness:
        template = N_("Completion test: only {player} remains, and may have the bye.")
    elif left:
        template = N_(
            "Completion test: a legal pairing exists, such as {pairs} and the bye for {player}."
        )
    else:
        template = N_("Completion test: a legal pairing exists, such as {pairs}.")
    if step.players:
        pairs, player = ListOf.pairs(step.witness), left[0] if left else None
        story.tell(ParagraphKind.COMPLETION, template, article=article, pairs=pairs, player=player)


def tell_bye(story: Story, step: ByeDecided, left_over: bool) -> None:
    """`left_over`: the bye falls to the last one; otherwise it is given before all pairs."""
    story.tell(
        ParagraphKind.BYE,
        N_("{player} is left over and gets the pairing-allocated bye.")
        if left_over
        else N_("Before anybody is paired, {player} is given the pairing-allocated bye."),
        article=step.article,
        about=(step.player,),
        depth=Depth.BRIEF,
        player=step.player,
    )
    if step.barred:
        story.tell(
            ParagraphKind.BYE,
            N_("May not have the bye: {players}."),
            article=step.bar or step.article,
            about=step.barred,
            players=ListOf.players(step.barred),
        )


def tell_own_bye(story: Story, step: ByeDecided, left_over: bool) -> None:
    """The same as an answer to the player who has it."""
    story.tell(
        ParagraphKind.BYE,
        N_("When all the others are paired, {player} is left over, and may have the bye.")
        if left_over
        else N_(
            "The bye is given before anybody is paired; {player} comes first among those who "
            "may have it and without whom the others can be paired."
        ),
        article=step.article,
        about=(step.player,),
        player=story.name(step.player),
    )


def tell_event(story: Story, step: ProcedureEvent) -> None:
    """An event names the players and the numbers of the step, as far as its sentence wants."""
    sentence = sentence_with(
        step.event.sentence, **{"players": ListOf.players(step.players), **dict(step.values)}
    )
    story.tell(ParagraphKind.EVENT, sentence, article=step.article, about=step.players)


def tell_boards(story: Story, step: BoardsOrdered) -> None:
    story.tell(
        ParagraphKind.BOARDS,
        N_("Boards in order, White first: {pairs}."),
        depth=Depth.BRIEF,
        pairs=ListOf.pairs(step.boards),
    )


def tell_pairs(
    story: Story,
    pairs: Iterable[tuple[int, int]],
    *,
    article: str = "",
    about: Iterable[int] = (),
    depth: Depth = Depth.BRIEF,
) -> None:
    """Pairs that were made."""
    story.tell(
        ParagraphKind.CHOSEN,
        N_("Paired: {pairs}."),
        article=article,
        about=about,
        depth=depth,
        pairs=ListOf.pairs(pairs),
    )


# Pairs that may not be made

FORBIDDEN = (
    N_("Have met before: {pairs}."),
    N_("Are not to meet in this round: {pairs}."),
    N_("Must both have the same colour: {pairs}."),
)
ILLEGAL = (
    N_("Not legal, because these have met before: {pairs}."),
    N_("Not legal, because these are not to meet in this round: {pairs}."),
    N_("Not legal, because these must both have the same colour: {pairs}."),
)


def tell_forbidden(story: Story, both: Iterable[tuple[int, int]], illegal: bool = False) -> None:
    """Which of these pairs may not be made.

    `illegal`: they are pairs of a candidate, which is thereby rejected.
    """
    found: tuple[list[tuple[int, int]], ...] = ([], [], [])
    for a, b in both:
        if not story.may_meet(story.entrant[a], story.entrant[b]):
            if {a, b} & story.announced:
                continue  # told once, for the whole round
            found[why_forbidden(story, a, b)].append((a, b))
    words = ILLEGAL if illegal else FORBIDDEN
    for reason, pairs in enumerate(found):
        if pairs:
            story.tell(
                ParagraphKind.FAILURE if illegal else ParagraphKind.CANNOT_MEET,
                words[reason],
                article=forbidding_article(story, reason),
                about=(player for pair in pairs for player in pair),
                pairs=ListOf.pairs(pairs),
            )


def why_forbidden(story: Story, one: int, other: int) -> int:
    """Why two may not meet: 0 they have met, 1 they are kept apart, 2 the colours."""
    me = story.entrant[one]
    return 0 if other in me.history.met else 1 if other in me.avoid else 2


def forbidding_article(story: Story, reason: int) -> str:
    articles = story.system.articles
    return articles.colours if reason == 2 else articles.rematch


# Criteria that fail


def tell_breach(
    story: Story, breach: Breach, arrow: str = "↓", depth: Depth = Depth.NORMAL
) -> None:
    """One criterion that a candidate fails: how often, and in which parts."""
    template: Template = N_("Has the failure value {value}: {parts}. {asks}")
    if breach.measure is Measure.LIST:
        template = N_("Fails with the differences {amounts}: {parts}. {asks}")
    elif breach.times:
        template = N_("Fails once: {parts}. {asks}", "Fails {count} times: {parts}. {asks}")
    story.tell(
        ParagraphKind.FAILURE,
        template,
        article=breach.code,
        about=(player for part in breach.parts for player in part),
        depth=depth,
        amounts=story.scores(breach.value),
        count=len(breach.parts),
        value=sum(breach.value),
        parts=candidate_list(breach.parts, arrow=arrow),
        asks=Sentence(breach.sentence),
    )


# What the literal sieve looked at

SIEVE_LIMIT = 16
"""The most players of a round of which a full story lists what the sieve looked at."""


def sifted_trace(story: Story, depth: Depth) -> Trace:
    """The trace of the sieve, for a full story; nothing if it is too much work."""
    system = story.system
    trace: Trace = []
    if depth is Depth.FULL and len(story.field.entrants) <= SIEVE_LIMIT and system.has_sieve:
        with suppress(TooLarge):
            system.sift(story.tournament, story.field.round, trace)
    return trace
