"""Explanations of steps that all systems have, and shared sentences about pairs and criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from crivello.explain.explanation import (
    Depth,
    ExplanationRow,
    ExplanationTable,
    LookAhead,
    ParagraphKind,
    Value,
    candidate_list,
)
from crivello.explain.story import Story, sentence_with
from crivello.model.errors import TooLarge
from crivello.model.sentence import LETTERS, N_, ListOf, Sentence, Template
from crivello.model.settings import Apart, DecidedApart
from crivello.model.trace import BoardsOrdered, ByeDecided, CompletionTested, Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.criterion import Measure
from crivello.rules.field import announced_pairs
from crivello.standard.classes import frozen
from crivello.systems.judgement import Breach


def tell_beginning(story: Story) -> None:
    """Explain how players are written; list those who are not paired, and pairs fixed in
    advance.
    """
    story.tell(ParagraphKind.NOTATION, Sentence(story.system.notation, **LETTERS))
    here = set(story.entrant)
    away = [player.id for player in story.tournament.players if player.id not in here]
    if away:
        story.tell(
            ParagraphKind.NOT_PAIRED,
            N_("Not paired in this round (absent, or with a requested bye): {players}."),
            about=away,
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
    if story.system.announced.round_robin:
        return
    story.tell(ParagraphKind.HEADING, N_("Scoregroups"))
    for score, entrants in groupby(story.field.entrants, key=lambda player: player.score):
        story.tell(
            ParagraphKind.SCOREGROUP,
            N_("Score {score}: {players}."),
            score=story.score(score),
            players=story.cards([player.id for player in entrants]),
        )


def tell_completion(story: Story, step: CompletionTested, article: str) -> None:
    """Explain a completion test: whether all players still unpaired can be paired."""
    if not step.possible:
        story.tell(
            ParagraphKind.COMPLETION,
            N_(
                "Completion test: the rest cannot be paired; not all of these can have an "
                "opponent: {players}."
            ),
            article=article,
            about=step.blocked,
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
    """Explain who gets the bye.

    `left_over`: True if it goes to the last player; False if it is given before pairing.
    """
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
        )


def tell_own_bye(story: Story, step: ByeDecided, left_over: bool) -> None:
    """Explain to the player with the bye why they have it; `left_over` as in `tell_bye`."""
    story.tell(
        ParagraphKind.BYE,
        N_("When all the others are paired, {player} is left over, and may have the bye.")
        if left_over
        else N_(
            "The bye is given before anybody is paired; {player} comes first among those who "
            "may have it and without whom the others can be paired."
        ),
        article=step.article,
        player=story.name(step.player),
    )


def describe_event(story: Story, step: ProcedureEvent) -> None:
    """Explain an event of a procedure by its sentence, with the players and numbers of the step."""
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
    """List pairs that were made."""
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
    N_("Must not meet in this round: {pairs}."),
    N_("Must both have the same colour: {pairs}."),
)
ILLEGAL = (
    N_("Not legal, because these have met before: {pairs}."),
    N_("Not legal, because these are not to meet in this round: {pairs}."),
    N_("Not legal, because these must both have the same colour: {pairs}."),
)


def tell_forbidden(story: Story, both: Iterable[tuple[int, int]], illegal: bool = False) -> None:
    """List which of these pairs may not be made, and by which article.

    `illegal`: True if they are pairs of a candidate that is rejected because of them.
    """
    found: tuple[list[tuple[int, int]], ...] = ([], [], [])
    for a, b in both:
        if not story.may_meet(a, b):
            if {a, b} & story.announced:
                continue  # said once, for the whole round
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
    """Return why two players may not meet: 0 have met, 1 kept apart, 2 must have the same
    colour.
    """
    me = story.entrant[one]
    return 0 if other in me.history.met else 1 if other in me.avoid else 2


def find_apart(story: Story, one: int, other: int) -> Apart | None:
    """Return the setting that keeps the two apart in this round; None if there is none."""
    for apart in story.tournament.settings.forbidden:
        if {one, other} <= set(apart.players) and apart.applies(story.field.round):
            return apart
    return None


DECIDED = N_("{who} decided this on {day}; it holds from round {round} on.")
NOBODY_NAMED = N_("The file does not say who decided this; it holds from round {round} on.")
GROUP_NAME = N_("They are kept apart as a group: {group}.")


def tell_why_forbidden(
    story: Story, one: int, other: int, kind: ParagraphKind = ParagraphKind.DIFFERENCE
) -> None:
    """Explain in which round the two met, or who decided to keep them apart and since when."""
    about = (one, other)
    for number, entry in enumerate(story.entrant[one].history.entries, start=1):
        if entry.played and entry.opponent == other:
            template = N_("They played each other in round {round}.")
            story.tell(kind, template, about=about, round=number)
    apart = find_apart(story, one, other)
    if why_forbidden(story, one, other) != 1 or apart is None:
        return
    if isinstance(apart, DecidedApart):
        who = Sentence(N_("The arbiter"))
        if apart.decided_by:
            who = Sentence(N_("The arbiter {name}"), name=apart.decided_by)
        story.tell(kind, DECIDED, about=about, who=who, day=apart.day, round=apart.since)
    else:
        story.tell(kind, NOBODY_NAMED, about=about, round=apart.first_round)
    if apart.name:
        story.tell(kind, GROUP_NAME, about=about, group=apart.name)


def forbidding_article(story: Story, reason: int) -> str:
    """Return the article for a reason of `why_forbidden`.

    Empty for players kept apart by the organiser or arbiter: that is not a rule of the system.
    """
    articles = story.system.articles
    return (articles.rematch, "", articles.colours)[reason]


# Criteria that fail


def tell_breach(
    story: Story, breach: Breach, arrow: str = "↓", depth: Depth = Depth.NORMAL
) -> None:
    """Explain a criterion that a candidate fails: what it asks for, how often it fails, and
    where.
    """
    template: Template = N_("{asks} Here it comes to {value}: {parts}.")
    if breach.measure is Measure.LIST:
        template = N_("{asks} Differences here: {amounts}, in {parts}.")
    elif breach.times:
        template = N_(
            "{asks} Not met in one case: {parts}.", "{asks} Not met in {count} cases: {parts}."
        )
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


# What the literal sieve tried

SIEVE_LIMIT = 16
"""In larger rounds a full story does not list what the sieve tried."""


def trace_of_sieve(story: Story, depth: Depth) -> Trace:
    """Return the trace of the sieve, which tries every candidate in order.

    Empty if the explanation is not full, or if the sieve would take too long.
    """
    system = story.system
    trace: Trace = []
    if depth is Depth.FULL and len(story.field.entrants) <= SIEVE_LIMIT and system.has_sieve:
        with suppress(TooLarge):
            system.sift(story.tournament, story.field.round, trace, story.field)
    return trace


# Tables of candidates, as the sieve writes them down: what each one fails, what rules it out.


LONGEST = 60
"""The most rows of a table that are shown; the table says how many are left out."""

CHOSEN = N_("chosen")
PERFECT = N_("chosen, perfect")
UNSURPASSED = N_("chosen: none can fail less")
NOT_ALLOWED = N_("not allowed: {code}")
FALLS = N_("falls at {code}")
WAS_BEST = N_("best so far; falls at {code}")
LATER = N_("as good as the chosen one, generated later")

NOTHING = "–"


@frozen
class CandidateRow:
    """One candidate in a table of candidates."""

    what: tuple[Value, ...]
    """The candidate, in one or more columns."""
    values: Mapping[str, Value]
    """Failure values by criterion as they are shown; empty if it is not allowed."""
    outcome: Sentence
    chosen: bool = False
    was_best: bool = False
    """Is it shown even if others are left out?"""


def falls_at(
    mine: Sequence[tuple[str, object]],
    best: Sequence[tuple[str, object]],
    was_best: bool = False,
) -> Sentence:
    """Return a sentence with the first criterion by which a candidate is worse than the chosen one.

    If there is none, the sentence says that the candidate comes later in the order.
    """
    for (code, value), (_, least) in zip(mine, best, strict=True):
        if value != least:
            return Sentence(WAS_BEST if was_best else FALLS, code=code)
    return Sentence(LATER)


def _fails(value: Value) -> bool:
    """Return True if a failure value is not zero."""
    match value:
        case ListOf(items):
            return any(points.amount for points in items)
        case LookAhead(unpaired, amounts):
            return bool(unpaired) or _fails(amounts)
        case _:
            return bool(value)


def tell_candidates(
    story: Story,
    caption: Sentence,
    columns: Sequence[Value],
    codes: Sequence[str],
    candidates: Sequence[CandidateRow],
    *,
    article: str = "",
) -> None:
    """Add a table of candidates in order.

    `columns`: headings of what describes a candidate. `codes`: the criteria to be shown. A
    criterion that no candidate fails has no column, but is named below the table.
    """
    shown = _select_rows(candidates)
    legal = [one for one in candidates if one.values]
    failing = [code for code in codes if any(_fails(one.values[code]) for one in legal)]
    rows = tuple(
        ExplanationRow(
            (
                number,
                *one.what,
                *(one.values[code] if one.values else NOTHING for code in failing),
                one.outcome,
            ),
            one.chosen,
        )
        for number, one in shown
    )
    head = (Sentence(N_("No.")), *columns, *failing, Sentence(N_("Outcome")))
    story.tell(
        ParagraphKind.CANDIDATE,
        caption,
        article=article,
        depth=Depth.FULL,
        table=ExplanationTable(head, rows, ">" + "<" * (len(head) - 1)),
    )
    left_out = len(candidates) - len(shown)
    if left_out:
        story.tell(
            ParagraphKind.CANDIDATE,
            N_(
                "One candidate is not shown; it was never the best so far.",
                "{count} candidates are not shown; none of them was ever the best so far.",
            ),
            depth=Depth.FULL,
            count=left_out,
        )
    fulfilled = _runs(codes, failing)
    if legal and fulfilled:
        story.tell(
            ParagraphKind.CANDIDATE,
            N_("All allowed candidates meet {codes}."),
            depth=Depth.FULL,
            codes=ListOf(fulfilled),
        )


def _runs(codes: Sequence[str], without: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that are not in `without`; three or more in a row become a range."""
    runs: list[list[str]] = [[]]
    for code in codes:
        if code in without:
            runs.append([])
        else:
            runs[-1].append(code)
    return tuple(one for run in runs for one in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run))


def _select_rows(candidates: Sequence[CandidateRow]) -> list[tuple[int, CandidateRow]]:
    """Return the candidates to be shown, with their numbers.

    The chosen one and those that were best for a while are always shown; of the others, only the
    first if there are more than `LONGEST` in all.
    """
    numbered = list(enumerate(candidates, start=1))
    others = LONGEST - sum(one.chosen or one.was_best for one in candidates)
    found = []
    for number, one in numbered:
        if one.chosen or one.was_best or others > 0:
            found.append((number, one))
            others -= not (one.chosen or one.was_best)
    return found
