"""Explain rounds of the Dutch system (2017, 2026), bracket by bracket or for one player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from crivello.explain.bracket_map import RejectedPair, TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dutch.lessons import HEADINGS, DutchTeacher
from crivello.explain.explanation import (
    Depth,
    LookAhead,
    NamedPlayer,
    ParagraphKind,
    Value,
    candidate_list,
    points_list,
)
from crivello.explain.registry import EditionNarrator
from crivello.explain.steps import (
    CHOSEN,
    NOT_ALLOWED,
    PERFECT,
    UNSURPASSED,
    CandidateRow,
    falls_at,
    forbidding_article,
    tell_breach,
    tell_bye,
    tell_candidates,
    tell_completion,
    tell_forbidden,
    tell_own_bye,
    tell_pairs,
    why_forbidden,
)
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace import ByeDecided, CompletionTested, Pairs, Step
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    CandidateJudged,
    CandidateVerdict,
    Collapsed,
    Failures,
    IdealJudged,
    LowestBye,
    PairsForgone,
    Role,
    Split,
)
from crivello.rules.criterion import Measure
from crivello.standard.classes import frozen
from crivello.systems.dutch.bracket import CandidatePart
from crivello.systems.dutch.criteria import preference_denied
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.judge import breaches, candidate_parts
from crivello.systems.dutch.sieve import sift_brackets
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.judgement import Breach, Difference, breach

SMALL = 12
"""Up to this size a bracket's forbidden pairs are listed."""


class DutchRound:
    """Explains the steps of a round in order.

    `candidates`: those that the sieve, the literal solver, tried in each bracket; empty unless the
    explanation is full.
    """

    def __init__(
        self, story: Story, edition: DutchEdition, candidates: Sequence[list[CandidateJudged]] = ()
    ) -> None:
        self.story = story
        self.edition = edition
        self.candidates = list(candidates)
        self.opened: BracketOpened
        self.ideal: IdealJudged | None = None
        self.forgone: PairsForgone | None = None

    def tell(self, step: Step) -> bool:
        """Explain a step; return False if the Dutch system has no such step."""
        match step:
            case CompletionTested():
                tell_completion(self.story, step, self.edition.completion)
            case LowestBye():
                tell_lowest_bye(self.story, self.edition, step)
            case BracketOpened():
                self._open(step)
            case IdealJudged():
                self.ideal = step
            case PairsForgone():
                self.forgone = step
            case BracketPaired():
                self._tell_bracket(step)
            case Collapsed():
                self.story.tell(
                    ParagraphKind.COLLAPSE,
                    N_(
                        "So the bracket at score {score} is paired again, and all players "
                        "below it form one last bracket: {players}."
                    ),
                    article="A.9",
                    score=self.story.score(step.score),
                    players=ListOf.players(step.players),
                )
            case ByeDecided():
                tell_bye(self.story, step, left_over=True)
            case _:
                return False
        return True

    # ------------------------------------------------------------------ one bracket

    def _open(self, step: BracketOpened) -> None:
        self.opened, self.forgone, story = step, None, self.story
        story.open_bracket(HEADINGS[step.role], step.score)
        story.tell(
            ParagraphKind.SCOREGROUP,
            N_("Moved down: {moved_down}; residents: {residents}.")
            if step.moved_down
            else N_("Players: {players}."),
            moved_down=story.cards(step.moved_down),
            residents=story.cards(step.residents),
            players=story.cards(step.residents),
        )

    def _tell_bracket(self, step: BracketPaired) -> None:
        story, came = self.story, self.opened.moved_down
        self._parameters(step)
        players = came + self.opened.residents
        if len(players) <= SMALL:
            both = combinations(players, 2)
            tell_forbidden(story, (pair for pair in both if not {*pair} <= {*came}))
        if self.candidates:
            _tell_candidates_of_sieve(story, self.edition, self.candidates.pop(0))
        if self.ideal is not None and step.pairs:
            self._ideal(self.ideal, step)
        self._result(step)

    def _parameters(self, step: BracketPaired) -> None:
        story = self.story
        story.tell(
            ParagraphKind.PARAMETERS,
            N_(
                "Most pairs possible: {max_pairs} (MaxPairs); moved down: {m0} (M0), of whom "
                "{m1} can be paired (M1); pairs that must break a colour preference: {x} (x)."
            )
            if step.m0
            else N_(
                "Most pairs possible: {max_pairs} (MaxPairs); pairs that must break a colour "
                "preference: {x} (x)."
            ),
            max_pairs=step.max_pairs,
            m0=step.m0,
            m1=step.m1,
            x=step.x,
        )
        if step.max_pairs:
            story.tell(
                ParagraphKind.SUBGROUPS,
                N_("S1 = {s1}; S2 = {s2}."),
                s1=story.cards(self._first(step) or step.s1),
                s2=story.cards(step.s2),
            )
        if self.forgone is not None:
            tell_forgone(story, self.forgone, self.edition, len(step.pairs))
        if step.limbo:
            limbo = story.cards(self.opened.moved_down[step.m1 :])
            story.tell(ParagraphKind.SUBGROUPS, N_("Limbo = {limbo}."), limbo=limbo)

    # ------------------------------------------------------------------ the first candidate

    def _ideal(self, ideal: IdealJudged, chosen: BracketPaired) -> None:
        story, edition = self.story, self.edition
        downfloaters = ListOf.players(ideal.downfloaters)
        story.tell(
            ParagraphKind.IDEAL,
            N_("The first candidate, S1 against S2 in order: {pairs}; downfloaters: {players}.")
            if ideal.downfloaters
            else N_("The first candidate, S1 against S2 in order: {pairs}."),
            pairs=ListOf.pairs(ideal.pairs),
            players=downfloaters,
        )
        code = ideal.criterion
        if code is None:
            return
        objections = {
            edition.absolute[1]: N_("The player left over may not have the bye: {players}."),
            edition.completion: N_("With these downfloaters the rest could not be paired."),
            edition.lowest_bye: N_(
                "With these downfloaters the bye would go to somebody with a higher score."
            ),
            edition.look_ahead: N_(
                "With these downfloaters the next bracket would be paired worse."
            ),
        }
        if code in (edition.absolute[0], edition.absolute[2]):
            tell_forbidden(story, ideal.pairs, illegal=True)
        elif code in objections:
            about = ideal.downfloaters if code == edition.absolute[1] else ()
            story.tell(
                ParagraphKind.FAILURE,
                objections[code],
                article=code,
                about=about,
                players=downfloaters,
            )
        else:
            self._worse(ideal, chosen, code)
        self._changes(ideal, chosen)

    def _worse(self, ideal: IdealJudged, chosen: BracketPaired, code: str) -> None:
        """List the criteria that the first candidate fails, beginning with the one that decided."""
        story = self.story
        parts = self._parts(ideal.pairs, ideal.downfloaters)
        failing = breaches(self.edition, parts, dict(chosen.failures))
        if all(one.code != code for one in failing):
            # It is about the downfloaters as such, whose criteria are never zero.
            failing.insert(
                0, next(breach(c, parts) for c in self.edition.floaters if c.code == code)
            )
        decided = False
        for one in failing:
            tell_breach(story, one, depth=Depth.FULL if decided else Depth.NORMAL)
            decided = decided or one.code == code
        story.tell(
            ParagraphKind.FAILURE, N_("Another candidate fails this criterion less."), article=code
        )

    def _parts(self, pairs: Pairs, downfloaters: Iterable[int]) -> list[CandidatePart]:
        moved_down, residents = self.opened.moved_down, self.opened.residents
        return candidate_parts(self.story.field, moved_down, residents, pairs, downfloaters)

    # ------------------------------------------------------------------ what was changed

    def _changes(self, ideal: IdealJudged, chosen: BracketPaired) -> None:
        story = self.story
        first = tuple(pair for pair in ideal.pairs if pair[0] in self.opened.moved_down)
        if chosen.m1 and chosen.s1 != self._first(chosen):
            story.tell(
                ParagraphKind.CHANGE,
                N_("Other moved-down players are paired: {players}; into the limbo: {limbo}."),
                about=chosen.s1 + chosen.limbo,
                players=ListOf.players(chosen.s1),
                limbo=ListOf.players(chosen.limbo),
            )
        elif chosen.moved_down_pairs != first:
            met = [b for _, b in chosen.moved_down_pairs]
            story.tell(
                ParagraphKind.CHANGE,
                N_("S2 is transposed for the moved-down players: {players}."),
                about=met,
                players=ListOf.players([*met, *(p for p in chosen.s2 if p not in met)]),
            )
        if chosen.m1:
            story.tell(
                ParagraphKind.CHANGE,
                N_("Pairs of the moved-down players: {pairs}."),
                pairs=ListOf.pairs(chosen.moved_down_pairs),
            )
        if chosen.remainder is not None and len(chosen.pairs) > chosen.m1:
            self._split(chosen.remainder, heterogeneous=bool(chosen.m1))

    def _first(self, step: BracketPaired) -> tuple[int, ...]:
        """Return the moved-down players with whom S1 begins: the first M1, as many as are to be
        paired.
        """
        return self.opened.moved_down[: step.m1]

    def _split(self, split: Split, heterogeneous: bool) -> None:
        story = self.story
        if heterogeneous:
            story.tell(
                ParagraphKind.SUBGROUPS,
                N_("Remainder: S1 = {s1}; S2 = {s2}."),
                s1=story.cards(split.s1),
                s2=story.cards(split.s2),
            )
        leaving, coming = {*split.exchanged_from_s1}, {*split.exchanged_from_s2}
        natural = self._in_order({*split.s2, *leaving} - coming)
        if split.exchanged_from_s1:
            story.tell(
                ParagraphKind.CHANGE,
                N_("Exchange: {out} leaves S1 and {back} comes in."),
                about=split.exchanged_from_s1 + split.exchanged_from_s2,
                out=ListOf.players(split.exchanged_from_s1),
                back=ListOf.players(split.exchanged_from_s2),
            )
            story.tell(
                ParagraphKind.SUBGROUPS,
                N_("After the exchange: S1 = {s1}; S2 = {s2}."),
                s1=story.cards(self._in_order({*split.s1, *coming} - leaving)),
                s2=story.cards(natural),
            )
        if split.transposition != natural:
            story.tell(
                ParagraphKind.CHANGE,
                N_("S2 is transposed: {players}."),
                players=ListOf.players(split.transposition),
            )

    def _in_order(self, players: set[int]) -> tuple[int, ...]:
        return tuple(player.id for player in self.story.field.entrants if player.id in players)

    # ------------------------------------------------------------------ what was kept

    def _result(self, step: BracketPaired) -> None:
        story = self.story
        if step.pairs:
            tell_pairs(story, step.pairs)
        else:
            words = NOBODY_IS if self.forgone is not None else NOBODY_CAN
            story.tell(ParagraphKind.CHOSEN, words, depth=Depth.BRIEF)
        if step.pairs:
            parts = self._parts(step.pairs, step.downfloaters)
            failing = breaches(self.edition, parts, dict(step.failures))
            _tell_quality(story, self.edition, step, failing)
        if step.downfloaters:
            story.tell(
                ParagraphKind.DOWNFLOATERS,
                N_("Downfloaters: {players}."),
                about=step.downfloaters,
                depth=Depth.BRIEF,
                players=story.cards(step.downfloaters),
            )


def tell_lowest_bye(story: Story, edition: DutchEdition, step: LowestBye) -> None:
    story.tell(
        ParagraphKind.BYE,
        N_("The lowest score at which somebody can have the bye is {score}: {players}."),
        article=edition.lowest_bye or "",
        about=step.candidates,
        score=story.score(step.score),
    )


# Pairs that a bracket gives up for the sake of those below it

NOBODY_CAN = N_("Nobody can be paired in this bracket.")
NOBODY_IS = N_("Nobody is paired in this bracket.")
FEWER_PAIRS = (
    N_(
        "One pair could be made here, but then the rest of the round could not be paired.",
        "{count} pairs could be made here, but then the rest of the round could not be paired.",
    ),
    N_(
        "One pair could be made here, but then the bye would go to somebody with a higher score.",
        "{count} pairs could be made here, but then the bye would go to somebody with a higher "
        "score.",
    ),
)
FEWER_MOVED_DOWN = (
    N_(
        "One moved-down player could be paired here, but then the rest of the round could not be "
        "paired.",
        "{count} moved-down players could be paired here, but then the rest of the round could "
        "not be paired.",
    ),
    N_(
        "One moved-down player could be paired here, but then the bye would go to somebody with a "
        "higher score.",
        "{count} moved-down players could be paired here, but then the bye would go to somebody "
        "with a higher score.",
    ),
)
"""Because of the completion, because of the bye."""


def tell_forgone(story: Story, step: PairsForgone, edition: DutchEdition, pairs: int) -> None:
    """Explain why the bracket has fewer pairs than possible, or pairs fewer moved-down players.

    `pairs`: how many pairs it has.
    """
    more = step.pairs > pairs
    templates, count = (FEWER_PAIRS, step.pairs) if more else (FEWER_MOVED_DOWN, step.moved_down)
    template = templates[step.criterion == edition.lowest_bye]
    story.tell(ParagraphKind.PARAMETERS, template, article=step.criterion, count=count)


# How good the chosen candidate of a bracket is: what it fails, and why no other fails less


def _tell_quality(
    story: Story, edition: DutchEdition, step: BracketPaired, failing: list[Breach]
) -> None:
    if not failing:
        story.tell(ParagraphKind.QUALITY, N_("Nothing fails: this candidate is perfect."))
        return
    for one in failing:
        tell_breach(story, one)
    denied = next(c for c in edition.quality if c.cost is preference_denied)
    if step.x and dict(step.failures).get(denied.code) == (step.x,):
        story.tell(
            ParagraphKind.QUALITY,
            N_(
                "Whatever the pairing, at least one preference cannot be granted (x = {count}).",
                "Whatever the pairing, at least {count} preferences cannot be granted (x = "
                "{count}).",
            ),
            article=denied.code,
            count=step.x,
        )
    _tell_numbers_of_collapsed(story, step, denied.code)
    story.tell(
        ParagraphKind.QUALITY,
        N_(
            "No legal candidate is better, criterion by criterion; of the equally good ones, "
            "this one is generated first."
        ),
    )


def _tell_numbers_of_collapsed(story: Story, step: BracketPaired, code: str) -> None:
    """Explain why x is smaller than the number of preferences that a joined bracket denies."""
    denied = sum(dict(step.failures).get(code, ()))
    if step.role is Role.NORMAL or denied <= step.x:
        return
    players = {player for pair in step.pairs for player in pair} | {*step.downfloaters}
    whites = sum(story.entrant[player].wants_white for player in players)
    story.tell(
        ParagraphKind.QUALITY,
        N_(
            "x is {x}, although {denied} {denied:preference is|preferences are} denied: x compares "
            "only how many prefer White ({whites}) and Black ({blacks}), not who may meet."
        ),
        article=code,
        x=step.x,
        denied=denied,
        whites=whites,
        blacks=sum(story.entrant[player].wants_black for player in players),
    )


# What the sieve of the Dutch system wrote down for one bracket, as a table

CAPTION = N_("Candidates in the order in which they are generated, with their failure values:")
CAPTION_WITH_PAIRS = N_(
    "Candidates in the order in which they are generated, with their failure values (all with "
    "fewer pairs fall at {code}):"
)
BEST = (CandidateVerdict.BEST_SO_FAR, CandidateVerdict.UNSURPASSED, CandidateVerdict.PERFECT)
CHOICES = {
    CandidateVerdict.BEST_SO_FAR: CHOSEN,
    CandidateVerdict.UNSURPASSED: UNSURPASSED,
    CandidateVerdict.PERFECT: PERFECT,
}
"""What is said of the candidate that was chosen."""
ENDS = {
    CandidateVerdict.BEST_SO_FAR: N_("There are no further candidates with as many pairs."),
    CandidateVerdict.UNSURPASSED: N_(
        "No candidate can fail less than the last one: the sieve stops."
    ),
    CandidateVerdict.PERFECT: N_("The last one is perfect: the sieve stops."),
}


def _tell_candidates_of_sieve(
    story: Story, edition: DutchEdition, candidates: Sequence[CandidateJudged]
) -> None:
    """Add a table of the candidates of one bracket, or say that there are too many to list."""
    if not candidates:
        story.tell(
            ParagraphKind.CANDIDATE,
            N_("This bracket has too many candidates to list."),
            depth=Depth.FULL,
        )
        return
    chosen = [one for one in candidates if one.verdict in BEST][-1]
    caption = Sentence(CAPTION)
    if chosen.pairs:
        caption = Sentence(CAPTION_WITH_PAIRS, code=edition.floaters[0].code)
    tell_candidates(
        story,
        caption,
        (Sentence(N_("Candidate")),),
        [code for code, _ in chosen.failures],
        [
            CandidateRow(
                (candidate_list(one.pairs, one.downfloaters),),
                _failure_values(edition, one.failures, story.unit),
                _outcome(one, chosen),
                one is chosen,
                one.verdict in BEST,
            )
            for one in candidates
        ],
    )
    twice, _, absolute = edition.absolute
    if any(one.criterion in (twice, absolute) for one in candidates):
        story.tell(
            ParagraphKind.CANDIDATE,
            N_(
                "A candidate with a pair that may not meet stands for all candidates that begin "
                "with the same pairs up to that one."
            ),
            article=f"{twice}, {absolute}",
            depth=Depth.FULL,
        )
    story.tell(ParagraphKind.CANDIDATE, ENDS[chosen.verdict], depth=Depth.FULL)


def _outcome(one: CandidateJudged, chosen: CandidateJudged) -> Sentence:
    if one is chosen:
        return Sentence(CHOICES[one.verdict])
    if one.verdict is CandidateVerdict.ILLEGAL:
        return Sentence(NOT_ALLOWED, code=one.criterion)
    return falls_at(one.failures, chosen.failures, one.verdict in BEST)


def _failure_values(edition: DutchEdition, failures: Failures, unit: int) -> dict[str, Value]:
    """Return by how much a candidate fails each criterion: a count, or a list of points."""
    lists = {one.code for one in edition.criteria if one.measure is Measure.LIST}
    found: dict[str, Value] = {}
    for code, value in failures:
        if code == edition.look_ahead:
            found[code] = LookAhead(value[0], points_list(value[1:], unit))
        elif code in lists:
            found[code] = points_list(value, unit) if value else 0
        else:
            found[code] = sum(value)
    return found


# The brackets for a picture


def read_brackets(story: Story) -> list[TracedBracket]:
    """Return the brackets of the round, in the order in which they were opened."""
    found: list[TracedBracket] = []
    for step in story.trace:
        match step:
            case BracketOpened():
                players = step.moved_down + step.residents
                came = frozenset(step.moved_down)
                number, heading = len(found) + 1, HEADINGS[step.role]
                found.append(TracedBracket((number,), step.score, heading, players, came))
            case IdealJudged() if step.criterion is not None:
                no = tuple(RejectedPair(a, b, step.criterion) for a, b in step.pairs)
                found[-1] = replace(found[-1], rejected=no)
            case BracketPaired():
                found[-1] = _with_pairs(found[-1], step)
            case _:
                pass
    return found


def _with_pairs(drawn: TracedBracket, step: BracketPaired) -> TracedBracket:
    moved = tuple(player for player in step.s1 if player in drawn.came)
    split = step.remainder
    upper: tuple[int, ...] = ()
    exchanged: frozenset[int] = frozenset()
    if split is not None:
        exchanged = frozenset(split.exchanged_from_s1 + split.exchanged_from_s2)
        inside = {*split.s1, *split.exchanged_from_s2} - {*split.exchanged_from_s1}
        upper = tuple(player for player in drawn.players if player in inside)
    s1 = moved + upper
    lower = tuple(player for player in drawn.players if player not in s1)
    # Pairs are written with the higher ranked first; after an exchange that may be the one of S2.
    pairs = tuple((b, a) if a not in s1 and b in s1 else (a, b) for a, b in step.pairs)
    return replace(
        drawn,
        s1=s1,
        s2=lower,
        pairs=pairs,
        limbo=frozenset(step.limbo),
        exchanged=exchanged,
    )


# The narrator

LARGEST = 16
"""In larger brackets a full story does not list the candidates."""
WORK = 20_000
"""The most candidates, or beginnings of candidates, that are tried in such a bracket."""


class DutchNarrator(EditionNarrator[DutchEdition]):
    colour_order = (
        ColourReason.BOTH,
        ColourReason.STRONGER,
        ColourReason.ALTERNATE,
        ColourReason.HIGHER,
        ColourReason.NUMBER,
    )

    def __init__(self, system: DutchSystem) -> None:
        super().__init__(system, system.edition)
        self.teacher = partial(DutchTeacher, self.edition)

    def narrate_round(self, story: Story, depth: Depth) -> DutchRound:
        candidates = []
        if depth is Depth.FULL:
            candidates = sift_brackets(story.field, self.edition, story.trace, LARGEST, WORK)
        return DutchRound(story, self.edition, candidates)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return read_brackets(story)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        for visit in _visits(story, self.edition, player):
            if player in visit.paired.downfloaters:
                visit.tell_left_over()
            elif opponent is not None:
                visit.tell_paired(opponent)

    def tell_own_bye(self, story: Story, player: int) -> None:
        for step in story.trace:
            if isinstance(step, LowestBye):
                tell_lowest_bye(story, self.edition, step)
            elif isinstance(step, ByeDecided):
                tell_own_bye(story, step, left_over=True)

    def tell_difference(self, story: Story, difference: Difference) -> None:
        super().tell_difference(story, difference)
        lowest_bye = difference.score is None and difference.code == self.edition.lowest_bye
        if lowest_bye and difference.right and difference.wrong:
            story.tell(
                ParagraphKind.DIFFERENCE,
                N_("The score of the bye would be {wrong} instead of {right}."),
                article=difference.code,
                about=difference.players,
                wrong=story.scores(difference.wrong),
                right=story.scores(difference.right),
            )


NARRATOR = DutchNarrator


# Why this opponent: the player's way through the brackets


def _visits(story: Story, edition: DutchEdition, player: int) -> list[BracketVisit]:
    """Return the brackets in which the player was.

    A bracket that was paired twice is there once, as it was paired the second time.
    """
    brackets = story.known.get(id(story.course))
    if brackets is None:
        brackets = story.known[id(story.course)] = _brackets_of_each(story.course)
    found: list[BracketVisit] = []
    for steps in brackets.get(player, ()):
        if steps[0].role is Role.PENULTIMATE and found:
            found.pop()
        found.append(BracketVisit(story, edition, player, *steps))
    return found


BracketSteps = tuple[BracketOpened, IdealJudged, PairsForgone | None, BracketPaired]


def _brackets_of_each(course: Iterable[Step]) -> dict[int, list[BracketSteps]]:
    """Return the brackets that each player was in, as their steps in the trace."""
    found: dict[int, list[BracketSteps]] = {}
    forgone: PairsForgone | None = None
    for step in course:
        match step:
            case BracketOpened():
                opened, forgone = step, None
            case IdealJudged():
                ideal = step
            case PairsForgone():
                forgone = step
            case BracketPaired():
                for player in (*opened.moved_down, *opened.residents):
                    found.setdefault(player, []).append((opened, ideal, forgone, step))
            case _:
                pass
    return found


@frozen
class BracketVisit:
    """One player in one bracket: the steps of the bracket, and what they meant for the player."""

    story: Story
    edition: DutchEdition
    player: int
    opened: BracketOpened
    ideal: IdealJudged
    forgone: PairsForgone | None
    paired: BracketPaired

    @property
    def who(self) -> NamedPlayer:
        return self.story.name(self.player)

    def tell_left_over(self) -> None:
        story, score = self.story, self.story.score(self.opened.score)
        others = self._others()
        if len(self.opened.residents) + len(self.opened.moved_down) == 1:
            alone = N_("{player} is alone in the bracket at score {score}.")
            story.tell(ParagraphKind.ANSWER, alone, player=self.who, score=score)
            return
        if not any(self.story.may_meet(self.player, other) for other in others):
            nobody = N_("In the bracket at score {score} there is nobody whom {player} may meet.")
            story.tell(ParagraphKind.ANSWER, nobody, score=score, player=self.who)
            tell_forbidden(story, [(self.player, other) for other in others])
            return
        story.tell(
            ParagraphKind.ANSWER,
            N_(
                "In the bracket at score {score}, {count} player remains unpaired, and it is "
                "{player}.",
                "In the bracket at score {score}, {count} players remain unpaired, and {player} "
                "is one of them.",
            ),
            article=self.edition.floaters[0].code,
            score=score,
            count=len(self.paired.downfloaters),
            player=self.who,
        )
        if self.forgone is not None:
            tell_forgone(story, self.forgone, self.edition, len(self.paired.pairs))
        if not self.paired.pairs:
            return
        if self.player in self.ideal.downfloaters:
            story.tell(
                ParagraphKind.ANSWER,
                N_("This is already so in the first candidate, S1 against S2 in order."),
                about=(self.player,),
            )
        else:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The first candidate, S1 against S2 in order, would leave {players} unpaired."),
                about=self.ideal.downfloaters,
            )
            self._against_ideal()

    def _others(self) -> list[int]:
        """List the players whom this one could meet here; moved-down players do not meet each
        other.
        """
        others = self.opened.residents
        if self.player not in self.opened.moved_down:
            others += self.opened.moved_down
        return [other for other in others if other != self.player]

    def tell_paired(self, opponent: int) -> None:
        story = self.story
        other = story.name(opponent)
        score = story.score(self.opened.score)
        moved = {self.player, opponent} & {*self.opened.moved_down}
        if moved:
            mover, resident = (self.who, other) if self.player in moved else (other, self.who)
            story.tell(
                ParagraphKind.ANSWER,
                N_(
                    "{player} moved down to the bracket at score {score} and was paired there "
                    "with {opponent}."
                ),
                about=(self.player, opponent),
                player=mover,
                score=score,
                opponent=resident,
            )
        else:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The pair was made in the bracket at score {score}."),
                about=(self.player, opponent),
                score=score,
            )
        first = next((pair for pair in self.ideal.pairs if self.player in pair), None)
        if first is not None and opponent in first:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The pair is already in the first candidate, S1 against S2 in order."),
                about=(self.player, opponent),
            )
            return
        if first is None:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The first candidate, S1 against S2 in order, leaves {player} unpaired."),
                player=self.who,
            )
        elif not self._tell_first_opponent(first):
            return
        self._against_ideal()

    def _tell_first_opponent(self, first: tuple[int, int]) -> bool:
        """Explain whom the player would have met in the first candidate.

        Return False if that pair is forbidden, so that nothing else needs to be explained.
        """
        other = first[0] if first[1] == self.player else first[1]
        article = ""
        template = N_("S1 against S2 in order would give {player} {other} as opponent.")
        legal = self.story.may_meet(self.player, other)
        if not legal:
            reason = why_forbidden(self.story, self.player, other)
            article = forbidding_article(self.story, reason)
            template = (
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but they "
                    "have already met."
                ),
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but they "
                    "are not to meet in this round."
                ),
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but both "
                    "must have the same colour."
                ),
            )[reason]
        self.story.tell(
            ParagraphKind.ANSWER,
            template,
            article=article,
            player=self.who,
            other=self.story.name(other),
        )
        return legal

    def _against_ideal(self) -> None:
        """Explain why the first candidate was not chosen."""
        story, edition, code = self.story, self.edition, self.ideal.criterion
        assert code is not None
        if code in (edition.absolute[0], edition.absolute[2]):
            if id(self.ideal) not in story.known:
                forbidden = [pair for pair in self.ideal.pairs if not story.may_meet(*pair)]
                story.known[id(self.ideal)] = ListOf.pairs(forbidden)
            template = N_("That candidate contains pairs that are not allowed: {pairs}.")
            pairs = story.known[id(self.ideal)]
            story.tell(ParagraphKind.ANSWER, template, article=code, pairs=pairs)
            return
        short = {
            edition.absolute[1]: N_(
                "That candidate leaves a player over who may not have the bye."
            ),
            edition.completion: N_(
                "With that candidate the rest of the round could not be paired."
            ),
            edition.lowest_bye: N_(
                "With that candidate the bye would go to somebody with a higher score."
            ),
            edition.look_ahead: N_("With that candidate the next bracket would be paired worse."),
        }
        if code in short:
            story.tell(ParagraphKind.ANSWER, short[code], article=code)
            return
        if id(self.ideal) not in story.known:  # the same for all players of the bracket
            moved_down, residents = self.opened.moved_down, self.opened.residents
            made, left = self.ideal.pairs, self.ideal.downfloaters
            parts = candidate_parts(story.field, moved_down, residents, made, left)
            failing = breach(next(one for one in edition.criteria if one.code == code), parts)
            story.known[id(self.ideal)] = failing.sentence, candidate_list(failing.parts)
        asks, fails_in = story.known[id(self.ideal)]
        story.tell(
            ParagraphKind.ANSWER,
            N_("{asks} The chosen candidate is better in this; that one fails in {parts}."),
            article=code,
            parts=fails_in,
            asks=Sentence(asks),
        )
