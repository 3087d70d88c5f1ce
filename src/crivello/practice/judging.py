"""Judge an answer: right or wrong, with the reason in one sentence; hints and solutions.

The record of the sieve decides. An answer that cannot be read raises a `WordError`; it does not
count as wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.explain.answers import explain_why_not_pair_of
from crivello.explain.explanation import Depth, Paragraph, ParagraphKind, candidate_list
from crivello.explain.round import tell_steps
from crivello.explain.steps import why_forbidden
from crivello.model.errors import CrivelloError, Illegal
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.practice.course import (
    CandidateOutcome,
    Course,
    ExerciseCandidate,
    PairSet,
    Tried,
    solve,
)
from crivello.practice.demands import list_demands
from crivello.practice.exercise import Exercise, ExerciseQuestion, QuestionKind
from crivello.practice.typed_answers import fold_code, read_code, read_pairs, read_players
from crivello.standard.classes import frozen

NOT_ASKED = N_("This question cannot be asked about this bracket.")


@frozen
class AnswerVerdict:
    """Whether an answer is right, and the reason."""

    right: bool
    reason: Sentence
    article: str = ""
    """The criterion or article that decides."""


def judge(exercise: Exercise, question: ExerciseQuestion, answer: str) -> AnswerVerdict:
    """Judge the answer to a question about a bracket."""
    course = solve(exercise)
    check_question(course, question)
    match question.kind:
        case QuestionKind.PAIRING:
            return _judge_pairing(course, read_pairs(answer, _players(course)))
        case QuestionKind.FLOATS:
            return _judge_floats(course, read_players(answer, _players(course)))
        case QuestionKind.NEXT:
            return _judge_next(course, course.candidate(question.candidate), answer)
        case QuestionKind.CRITERION:
            return _judge_criterion(course, course.candidate(question.candidate), answer)


def _right(reason: Sentence, article: str = "") -> AnswerVerdict:
    return AnswerVerdict(right=True, reason=reason, article=article)


def _wrong(reason: Sentence, article: str = "") -> AnswerVerdict:
    return AnswerVerdict(right=False, reason=reason, article=article)


def check_question(course: Course, question: ExerciseQuestion) -> None:
    """Raise an error if the question does not fit the bracket."""
    if question not in course.questions:
        raise Illegal(NOT_ASKED)


def _players(course: Course) -> tuple[int, ...]:
    return tuple(player.id for player in course.players)


# What is the pairing?

RIGHT_PAIRING = N_("{pairs}.")
IN_ORDER = N_(
    "{what}: the first candidate in order, and nothing is better.",
    "{what}: candidate {count} in order; those before it are not allowed or fail more.",
)
FORBIDDEN = (
    N_("{one} and {other} have met before."),
    N_("{one} and {other} are not to meet in this round."),
    N_("{one} and {other} must both have the same colour."),
)
TOO_FEW = N_("One more pair can be made.", "{count} more pairs can be made.")
TOO_MANY = N_(
    "One pair too many: then the others could not be paired as required.",
    "{count} pairs too many: then the others could not be paired as required.",
)
OTHERS = N_("The pairs asked for are those of {players}.")
NOT_ALLOWED = N_("{what} is not allowed: {asks}")
NO_LEGAL_PAIRING = N_("With these players the bracket has no legal pairing.")
FALLS = N_("{what} falls at {code}: {asks}")
COMES_LATER = N_("{what} is as good as the right answer, but comes later in the order.")
NOT_BEST = N_("{what} is not the first of the best candidates.")
MOVED_DOWN = N_("{one} and {other} both moved down to this bracket, so they do not meet.")


def _judge_pairing(course: Course, pairs: PairSet) -> AnswerVerdict:
    if pairs == course.pair_set:
        return _right(_why_right(course), _article_of_order(course))
    for one, other in _rank_pairs(course, pairs):
        if not course.round.story().may_meet(one, other):
            return _forbidden_verdict(course, one, other)
        if _both_moved_down(course, one, other):
            reason = Sentence(MOVED_DOWN, one=one, other=other)
            return _wrong(reason)
    inside = {player for pair in course.pairs for player in pair} | {*course.floaters}
    inside |= {*course.asked}
    strange = {player for pair in pairs for player in pair} - inside
    if strange:
        players = ListOf.players(player for player in _players(course) if player in inside)
        return _wrong(Sentence(OTHERS, players=players))
    missing = len(course.pairs) - len(pairs)
    if missing > 0:
        return _wrong(Sentence(TOO_FEW, count=missing))
    if course.tried is Tried.PAIRINGS and not course.whole:
        for candidate in course.every:
            if candidate.pair_set == pairs:
                return _why_not_candidate(course, candidate)
    if missing < 0:
        return _wrong(Sentence(TOO_MANY, count=-missing))
    return _why_not_pairs(course, pairs)


def _forbidden_verdict(course: Course, one: int, other: int) -> AnswerVerdict:
    """Return the verdict on an answer with a pair that may not meet."""
    story = course.round.story()
    reason = why_forbidden(story, one, other)
    articles = course.system.articles
    article = (articles.rematch, "", articles.colours)[reason]
    return _wrong(Sentence(FORBIDDEN[reason], one=one, other=other), article)


def _both_moved_down(course: Course, one: int, other: int) -> bool:
    return {one, other} <= _moved_down(course)


def _moved_down(course: Course) -> set[int]:
    """Return the players moved down to the bracket."""
    if not course.round.above or not course.system.moves_down:
        return set()
    return {player.number for player in course.round.typed.groups[0].players}


def _why_right(course: Course) -> Sentence:
    what = ListOf.pairs(course.pairs)
    chosen = [one for one in course.candidates if one.outcome is CandidateOutcome.CHOSEN]
    if not chosen or course.whole or course.tried is not Tried.PAIRINGS:
        return Sentence(RIGHT_PAIRING, pairs=what)
    return Sentence(IN_ORDER, what=what, count=chosen[0].number)


def _article_of_order(course: Course) -> str:
    edition = getattr(course.system, "edition", None)
    generation: tuple[str, ...] = getattr(edition, "generation", ())
    if not generation or course.floaters:
        return ""
    half = len(course.pairs)
    place = {player: at for at, player in enumerate(course.asked)}
    exchanged = any((place[a] < half) == (place[b] < half) for a, b in course.pairs)
    return generation[1 if exchanged else 0]


def _why_not_candidate(course: Course, one: ExerciseCandidate) -> AnswerVerdict:
    """Return the verdict on an answer that the sieve has examined."""
    what = write_candidate(course, one)
    if one.outcome is CandidateOutcome.LATER:
        return _wrong(Sentence(COMES_LATER, what=what))
    asks = list_demands(course).get(_plain(one.criterion), Sentence(NO_LEGAL_PAIRING))
    if one.outcome is CandidateOutcome.FORBIDDEN:
        return _wrong(Sentence(NOT_ALLOWED, what=what, asks=asks), one.criterion)
    code = one.criterion
    return _wrong(Sentence(FALLS, what=what, code=code, asks=asks), code)


def _plain(code: str) -> str:
    """Return a code without the arrow of the float that it is about."""
    return code.rstrip("↓↑")


def _why_not_pairs(course: Course, pairs: PairSet) -> AnswerVerdict:
    """Return the verdict on an answer that the sieve did not reach: why its first wrong pair is not
    made.
    """
    wrong = [pair for pair in _rank_pairs(course, pairs) if frozenset(pair) not in course.pair_set]
    for one, other in wrong:
        found = _reason_against(course, one, other)
        if found is not None:
            return _wrong(found.sentence, found.article)
    what = ListOf.pairs(_rank_pairs(course, pairs))
    return _wrong(Sentence(NOT_BEST, what=what))


def _reason_against(course: Course, one: int, other: int) -> Paragraph | None:
    try:
        told = explain_why_not_pair_of(course.round, one, other)
    except CrivelloError:
        return None
    kinds = (ParagraphKind.DIFFERENCE, ParagraphKind.ANSWER, ParagraphKind.EVENT)
    for kind in kinds:
        for paragraph in told.paragraphs:
            if paragraph.kind is kind:
                return paragraph
    return None


def _rank_pairs(course: Course, pairs: Iterable[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the pairs, the higher ranked player first, in the order of these."""
    rank = {player: at for at, player in enumerate(_players(course))}
    found = []
    for pair in pairs:
        one, other = sorted(pair, key=rank.__getitem__)
        found.append((one, other))
    return sorted(found, key=lambda pair: rank[pair[0]])


# Who floats?

NOBODY_FLOATS = N_("Nobody floats.")
FLOATS = N_("{players} {players:floats|floats|float}.")
COMES_UP = N_("{players} {players:comes|comes|come} up.")
MORE_FLOAT = N_("One player floats.", "{count} players float.")
MORE_COME_UP = N_("One player comes up.", "{count} players come up.")
BEST_WITHOUT = N_("Without {what} the best candidate is {best}; it falls at {code}: {asks}")
NOT_WITHOUT = N_("Without {what} there is no allowed candidate with as many pairs.")
MORE_MOVED_DOWN = N_(
    "One moved-down player can be paired here (M1).",
    "{count} moved-down players can be paired here (M1).",
)


def _judge_floats(course: Course, players: frozenset[int]) -> AnswerVerdict:
    right = frozenset(course.floaters)
    if players == right:
        return _right(_who_floats(course), course.system.articles.floats)
    if len(players) != len(right):
        if not right:
            return _wrong(Sentence(NOBODY_FLOATS))
        template = MORE_COME_UP if course.goes_up else MORE_FLOAT
        return _wrong(Sentence(template, count=len(right)))
    if course.tried is Tried.SETS:
        for one in course.every:
            if frozenset(one.players) == players:
                return _why_not_candidate(course, one)
    elif course.tried is Tried.PAIRINGS and course.complete and not course.whole:
        return _why_not_floaters(course, players)
    for player in course.floaters:
        told = _reason_for_floater(course, player) if player not in players else None
        if told is not None:
            return _wrong(told.sentence, told.article)
    for player in sorted(players - right):
        partner = course.round.opponent(player)
        if partner is not None:
            return _wrong(Sentence(STAYS, player=player, partner=partner))
    return _wrong(_who_floats(course))


def _reason_for_floater(course: Course, player: int) -> Paragraph | None:
    """Return what the procedure records about the choice of a floater; None if nothing."""
    this = course.round
    story = this.story()
    tell_steps(story, this.narrator.narrate_round(story, Depth.NORMAL))
    kinds = (ParagraphKind.EVENT, ParagraphKind.CHANGE)
    for paragraph in story.paragraphs:
        if paragraph.kind in kinds and player in paragraph.players and paragraph.bracket == 1:
            return paragraph
    return None


STAYS = N_("{player} is not one of them: {player} meets {partner}.")


def _why_not_floaters(course: Course, players: frozenset[int]) -> AnswerVerdict:
    """Return the verdict on other floaters: the best candidate with them, and where it falls."""
    what = ListOf.players(sorted(players))
    named = [one for one in course.every if frozenset(one.players) == players]
    later = [one for one in named if one.outcome is CandidateOutcome.LATER]
    if later:
        return _why_not_candidate(course, later[0])
    demands = list_demands(course)
    order = list(demands)
    allowed = [one for one in named if one.outcome is CandidateOutcome.WORSE]
    if allowed:
        best = max(allowed, key=lambda one: order.index(_plain(one.criterion)))
        code = best.criterion
        reason = Sentence(
            BEST_WITHOUT,
            what=what,
            best=ListOf.pairs(best.pairs),
            code=code,
            asks=demands[_plain(code)],
        )
        return _wrong(reason, code)
    from_above = _moved_down(course)
    if len(from_above & players) > len(from_above & {*course.floaters}):
        count = len(from_above - {*course.floaters})
        return _wrong(Sentence(MORE_MOVED_DOWN, count=count))
    return _wrong(Sentence(NOT_WITHOUT, what=what))


def _who_floats(course: Course) -> Sentence:
    if not course.floaters:
        return Sentence(NOBODY_FLOATS)
    players = ListOf.players(course.floaters)
    return Sentence(COMES_UP if course.goes_up else FLOATS, players=players)


# Which candidate comes next?

NEXT = N_("{what} comes next.")
NOT_YET = N_("{what} is candidate {number}; another one comes before it.")
ALREADY = N_("{what} was candidate {number} already.")
SAME_FAULT = N_(
    "{what} is next in order, but it still has {one}-{other}, who may not meet; so the sieve goes "
    "on to {then}."
)
NOT_IN_ORDER = N_("{what} does not come next: the order of the candidates decides.")


def _judge_next(course: Course, here: ExerciseCandidate, answer: str) -> AnswerVerdict:
    following = course.candidate(here.number + 1)
    article = _order_article(course)
    if course.tried is not Tried.PAIRINGS:
        players = read_players(answer, _players(course))
        what: ListOf = ListOf.players(sorted(players))
        if players == frozenset(following.players):
            return _right(Sentence(NEXT, what=what), article)
        known = [one for one in course.candidates if frozenset(one.players) == players]
    else:
        pairs = read_pairs(answer, _players(course))
        what = ListOf.pairs(_rank_pairs(course, pairs))
        if pairs == following.pair_set:
            return _right(Sentence(NEXT, what=what), article)
        known = [one for one in course.candidates if one.pair_set == pairs]
        if not known and pairs == course.literal_next(here):
            forbidden = [
                pair
                for pair in _rank_pairs(course, pairs)
                if not course.round.story().may_meet(*pair)
            ]
            if forbidden:
                (one, other), *_ = forbidden
                then = write_candidate(course, following)
                return _right(
                    Sentence(SAME_FAULT, what=what, one=one, other=other, then=then), article
                )
    if known:
        template = NOT_YET if known[0].number > here.number else ALREADY
        return _wrong(Sentence(template, what=what, number=known[0].number), article)
    return _wrong(Sentence(NOT_IN_ORDER, what=what), article)


def _order_article(course: Course) -> str:
    edition = getattr(course.system, "edition", None)
    if course.tried is Tried.SETS:
        return str(getattr(edition, "sets", ""))
    if course.tried is Tried.SHIFTS:
        return str(getattr(edition, "shifters", ""))
    return ", ".join(getattr(edition, "generation", ("D.1", "D.2"))[:2])


# Which criterion rules this candidate out?

RIGHT_CRITERION = N_("{code}: {asks}")
FALLS_EARLIER = N_("It falls earlier, at {code}: {asks}")
FALLS_LATER = N_("It is not worse there; it falls at {code}: {asks}")
IS_FORBIDDEN = N_("It is not allowed at all: {asks}")


def _judge_criterion(course: Course, here: ExerciseCandidate, answer: str) -> AnswerVerdict:
    demands = list_demands(course)
    named = read_code(answer, list(demands))
    codes = _codes_of(course, here)
    if fold_code(named) in {fold_code(code) for code in codes}:
        return _right(Sentence(RIGHT_CRITERION, code=named, asks=demands[named]), named)
    code = here.criterion
    asks = demands[_plain(code)]
    if here.outcome is CandidateOutcome.FORBIDDEN:
        return _wrong(Sentence(IS_FORBIDDEN, asks=asks), code)
    order = list(demands)
    earlier = order.index(_plain(code)) < order.index(named)
    template = FALLS_EARLIER if earlier else FALLS_LATER
    return _wrong(Sentence(template, code=code, asks=asks), code)


def _codes_of(course: Course, here: ExerciseCandidate) -> set[str]:
    """Return all right answers: a candidate may have several pairs that may not meet."""
    codes = {here.criterion}
    if here.outcome is CandidateOutcome.FORBIDDEN:
        story = course.round.story()
        articles = course.system.articles
        for one, other in here.pairs:
            if not story.may_meet(one, other):
                reason = why_forbidden(story, one, other)
                codes.add((articles.rematch, "", articles.colours)[reason])
    return codes - {""}


# The solution


def describe_solution(exercise: Exercise, question: ExerciseQuestion) -> Sentence:
    """Return the right answer as a sentence."""
    course = solve(exercise)
    check_question(course, question)
    match question.kind:
        case QuestionKind.PAIRING:
            return _why_right(course)
        case QuestionKind.FLOATS:
            return _who_floats(course)
        case QuestionKind.NEXT:
            following = course.candidate(question.candidate + 1)
            return Sentence(NEXT, what=write_candidate(course, following))
        case QuestionKind.CRITERION:
            here = course.candidate(question.candidate)
            asks = list_demands(course)[_plain(here.criterion)]
            return Sentence(RIGHT_CRITERION, code=here.criterion, asks=asks)


def right_answer(exercise: Exercise, question: ExerciseQuestion) -> str:
    """Return the right answer as a student would type it."""
    course = solve(exercise)
    check_question(course, question)
    match question.kind:
        case QuestionKind.PAIRING:
            return _typed_pairs(course.pairs)
        case QuestionKind.FLOATS:
            return _typed_players(course.floaters)
        case QuestionKind.NEXT:
            following = course.candidate(question.candidate + 1)
            if course.tried is Tried.PAIRINGS:
                return _typed_pairs(following.pairs)
            return _typed_players(following.players)
        case QuestionKind.CRITERION:
            return course.candidate(question.candidate).criterion


def _typed_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{one}-{other}" for one, other in pairs) or "0"


def _typed_players(players: Iterable[int]) -> str:
    return ", ".join(map(str, players)) or "0"


def write_candidate(course: Course, candidate: ExerciseCandidate) -> ListOf:
    """Return a candidate as a value: its pairs and floaters, or the players of a set or shift."""
    if course.tried is Tried.PAIRINGS:
        return candidate_list(candidate.pairs, candidate.players)
    return ListOf.players(candidate.players)


# Hints

HINT_FORBIDDEN = N_("These may not meet: {pairs}.")
HINT_ALL_MEET = N_("All players of the bracket may meet one another.")
HINT_COUNT = N_("The answer has one pair.", "The answer has {count} pairs.")
HINT_PAIR = N_("{one} meets {other}.")
HINT_BEGINS = N_("It begins with {one}-{other}.")
HINT_ORDER = N_(
    "S2 is first taken in all other orders, like words in a dictionary; then players of S1 and S2 "
    "are exchanged, as few and as near as possible."
)
HINT_SETS = N_(
    "The sets are taken like words in a dictionary, the players with the highest scores first."
)
HINT_SHIFTS = N_("The players in the middle of a subgroup are shifted first, those outside last.")
HINT_FIRST = N_("One of them is {player}.")
HINT_MANY = N_("One player is asked for.", "{count} players are asked for.")
HINT_NOT_ALLOWED = N_("The candidate is not allowed at all.")
HINT_ALLOWED = N_("The candidate is allowed, but the chosen one is better in something.")


def give_hint(exercise: Exercise, question: ExerciseQuestion, step: int) -> Sentence | None:
    """Return a hint, each one telling more than the one before; None after the last."""
    course = solve(exercise)
    check_question(course, question)
    hints = _list_hints(course, question)
    return hints[step] if 0 <= step < len(hints) else None


def _list_hints(course: Course, question: ExerciseQuestion) -> Sequence[Sentence]:
    match question.kind:
        case QuestionKind.PAIRING:
            hints = [_hint_forbidden(course)]
            hints.append(Sentence(HINT_COUNT, count=len(course.pairs)))
            if course.pairs:
                one, other = course.pairs[0]
                hints.append(Sentence(HINT_PAIR, one=one, other=other))
            return hints
        case QuestionKind.FLOATS:
            hints = [_hint_forbidden(course)]
            hints.append(Sentence(HINT_MANY, count=len(course.floaters)))
            if len(course.floaters) > 1:
                hints.append(Sentence(HINT_FIRST, player=course.floaters[0]))
            return hints
        case QuestionKind.NEXT:
            following = course.candidate(question.candidate + 1)
            if course.tried is not Tried.PAIRINGS:
                order = HINT_SETS if course.tried is Tried.SETS else HINT_SHIFTS
                return [Sentence(order), Sentence(HINT_FIRST, player=following.players[0])]
            one, other = following.pairs[0]
            return [Sentence(HINT_ORDER), Sentence(HINT_BEGINS, one=one, other=other)]
        case QuestionKind.CRITERION:
            here = course.candidate(question.candidate)
            forbidden = here.outcome is CandidateOutcome.FORBIDDEN
            first = Sentence(HINT_NOT_ALLOWED if forbidden else HINT_ALLOWED)
            return [first, list_demands(course)[_plain(here.criterion)]]


def _hint_forbidden(course: Course) -> Sentence:
    story = course.round.story()
    members = (*course.asked, *course.floaters) if course.goes_up else course.asked
    players = _players(course) if course.whole else tuple(dict.fromkeys(members))
    pairs = [
        (one, other)
        for at, one in enumerate(players)
        for other in players[at + 1 :]
        if not story.may_meet(one, other)
    ]
    return Sentence(HINT_FORBIDDEN, pairs=ListOf.pairs(pairs)) if pairs else Sentence(HINT_ALL_MEET)
