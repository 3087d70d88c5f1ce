"""Show an exercise: its players as a table that needs no manual, and the question in words."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.explain.explanation import (
    ExplanationRow,
    ExplanationTable,
    Paragraph,
    ParagraphKind,
    Value,
)
from crivello.explain.story import Story, sentence_with
from crivello.explain.typed_bracket import BELOW
from crivello.model.field import Entrant, Float, Strength
from crivello.model.sentence import N_, ColourLetters, ListOf, Points, Sentence
from crivello.practice.course import Course, ExerciseCandidate, Tried
from crivello.practice.demands import list_demands
from crivello.practice.exercise import Difficulty, ExerciseQuestion, QuestionKind
from crivello.practice.judging import check_question, write_candidate
from crivello.practice.typed_answers import EXAMPLE_PAIRS, EXAMPLE_PLAYERS

KINDS: Mapping[Difficulty, str] = {
    Difficulty.TRANSPOSITIONS: N_("only transpositions"),
    Difficulty.EXCHANGE: N_("an exchange"),
    Difficulty.FLOATER: N_("a floater to choose"),
    Difficulty.COLLAPSE: N_("the players below need help"),
    Difficulty.LAST_ROUND: N_("the last round"),
    Difficulty.SHIFTERS: N_("shifters"),
    Difficulty.UPFLOATERS: N_("upfloaters to choose"),
    Difficulty.PAIRS: N_("the first pairs will not do"),
}
"""What each kind of exercise is about."""
TITLE = N_("Exercise, {system}")
NUMBERED = N_("Exercise {number}, {system}")
ROUND = N_("Round {round} of {rounds}.")
LAST_ROUND = N_("Round {round}, the last one.")
ONE_ROUND = N_("Round {round}.")
BRACKET = N_("The bracket, as in the books: {bracket}")
PLAYERS = N_("Its players, in order:")
NOBODY_ELSE = N_("These are all the players still to be paired.")
NO_BYE = N_("May not have the bye: {players}.")

ASK: Mapping[QuestionKind, str] = {
    QuestionKind.PAIRING: N_("What is the pairing of the bracket?"),
    QuestionKind.FLOATS: N_("Who floats down from the bracket?"),
}
ASK_WHOLE = N_("What is the pairing of all these players?")
ASK_UP = N_("Who comes up to the highest scoregroup?")
ASK_WITH_UP = N_("What is the pairing of the highest scoregroup, with those who come up to it?")
ASK_NEXT = N_("Which candidate comes next, after candidate {number}, {what}?")
ASK_NEXT_SET = N_("Which set of upfloaters comes next, after {what}?")
ASK_NEXT_SHIFT = N_("Which players are shifted next, after {what}?")
ASK_CRITERION = N_("Which criterion rules out candidate {number}, {what}?")
ASK_CRITERION_SET = N_("Which criterion rules out the upfloaters {what}?")
ASK_CRITERION_SHIFT = N_("Which criterion rules out shifting {what}?")

HOW: Mapping[QuestionKind, str] = {
    QuestionKind.PAIRING: N_("Answer with pairs, such as {pairs}."),
    QuestionKind.FLOATS: N_("Answer with numbers, such as {players}, or 0 for nobody."),
    QuestionKind.NEXT: N_("Answer with its pairs, such as {pairs}."),
    QuestionKind.CRITERION: N_("Answer with its code, such as {code}."),
}
HOW_NUMBERS = N_("Answer with numbers, such as {players}.")

STRENGTHS = {
    Strength.ABSOLUTE: N_("{colour}, absolute"),
    Strength.STRONG: N_("{colour}, strong"),
    Strength.MILD: N_("{colour}, mild"),
}
FLOATS = {Float.DOWN: N_("down"), Float.UP: N_("up"), None: "–"}


def exercise_title(course: Course, number: int | None = None) -> Sentence:
    """Return the title of an exercise; on a sheet, it has a number."""
    system = Sentence(course.exercise.edition.title)
    if number is None:
        return Sentence(TITLE, system=system)
    return Sentence(NUMBERED, number=number, system=system)


def describe_exercise(course: Course) -> list[Paragraph]:
    """Return what a student needs to know: the bracket as books print it, and its players."""
    exercise, story = course.exercise, course.round.story()
    told: list[Paragraph] = []

    def tell(sentence: Sentence, table: ExplanationTable | None = None) -> None:
        told.append(Paragraph(ParagraphKind.LESSON, sentence, table=table))

    tell(Sentence(BRACKET, bracket=ColourLetters(groups_of(exercise.bracket))))
    if exercise.round is not None:
        template = ONE_ROUND
        if exercise.rounds is not None:
            template = LAST_ROUND if exercise.round >= exercise.rounds else ROUND
        tell(Sentence(template, round=exercise.round, rounds=exercise.rounds or 0))
    tell(Sentence(PLAYERS), player_table(course, story))
    tell(Sentence(BELOW if course.round.is_open else NOBODY_ELSE))
    if exercise.barred and len(course.players) % 2:
        tell(Sentence(NO_BYE, players=ListOf.players(exercise.barred)))
    return told


def groups_of(bracket: str) -> str:
    """Return the groups of a typed bracket, without what is said about the players."""
    end = max(bracket.rfind("]"), bracket.rfind("}"))
    rest = bracket[end:].split(" ", 1)
    return bracket[:end] + rest[0]


def player_table(course: Course, story: Story) -> ExplanationTable:
    """Return all players with score, preference, floats, and whom they have met."""
    system, entrants = course.system, course.players
    columns = system.field_rules.float_rounds
    many = 1 if columns is None else columns
    rated = system.shows_ratings
    head: list[Value] = [Sentence(N_("No.")), Sentence(N_("Score")), Sentence(N_("Card"))]
    head.append(Sentence(N_("Prefers") if not system.due_colours else N_("Is due")))
    head += [Sentence(text) for text in (N_("Last round"), N_("The round before"))[:many]]
    if rated:
        head.append(Sentence(N_("ARO")))
    if rated and not system.field_rules.aro:
        head.append(Sentence(N_("Rating")))
    if system.field_rules.aro:
        head.append(Sentence(N_("Upfloats")))
    head.append(Sentence(N_("Has met")))
    rows = []
    aro = {player.number: player.aro for player in course.round.typed.players}
    for one in entrants:
        cells: list[Value] = [
            one.number,
            Points(one.score, course.round.field.scoring.unit),
            ColourLetters(f"{one.number}{story.card(one)}"),
            _preference(one),
        ]
        cells += [_float(one, at) for at in range(many)]
        if rated:
            cells.append(aro[one.number] or "–")
        if rated and not system.field_rules.aro:
            cells.append(one.rating)
        if system.field_rules.aro:
            cells.append(one.floats.count(Float.UP))
        met = [other.number for other in entrants if other.id in one.history.met]
        cells.append(ListOf.players(met) if met else "–")
        rows.append(ExplanationRow(tuple(cells)))
    return ExplanationTable(tuple(head), tuple(rows), ">>" + "<" * (len(head) - 2))


def _preference(player: Entrant) -> Value:
    if player.preference is None:
        return "–"
    colour = Sentence(N_("White") if player.wants_white else N_("Black"))
    return Sentence(STRENGTHS[player.strength], colour=colour)


def _float(player: Entrant, at: int) -> Value:
    kind = player.floats[at] if at < len(player.floats) else None
    return FLOATS[kind] if kind is None else Sentence(FLOATS[kind])


def ask(course: Course, question: ExerciseQuestion) -> Sentence:
    """Return the question in words."""
    check_question(course, question)
    match question.kind:
        case QuestionKind.PAIRING:
            if course.whole:
                return Sentence(ASK_WHOLE)
            return Sentence(ASK_WITH_UP if course.goes_up else ASK[question.kind])
        case QuestionKind.FLOATS:
            return Sentence(ASK_UP if course.goes_up else ASK[question.kind])
        case QuestionKind.NEXT:
            template = {
                Tried.PAIRINGS: ASK_NEXT,
                Tried.SETS: ASK_NEXT_SET,
                Tried.SHIFTS: ASK_NEXT_SHIFT,
            }[course.tried]
        case QuestionKind.CRITERION:
            template = {
                Tried.PAIRINGS: ASK_CRITERION,
                Tried.SETS: ASK_CRITERION_SET,
                Tried.SHIFTS: ASK_CRITERION_SHIFT,
            }[course.tried]
    here = course.candidate(question.candidate)
    what = write_candidate(course, here)
    if course.tried is Tried.PAIRINGS:
        return Sentence(template, number=here.number, what=what)
    return Sentence(template, what=what)


def tell_how(course: Course, question: ExerciseQuestion) -> Sentence:
    """Return how the answer is written."""
    articles = course.system.articles
    template = HOW[question.kind]
    if question.kind is QuestionKind.NEXT and course.tried is not Tried.PAIRINGS:
        template = HOW_NUMBERS
    values = {"pairs": EXAMPLE_PAIRS, "players": EXAMPLE_PLAYERS, "code": articles.rematch}
    return sentence_with(template, **values)


def list_choices(course: Course, question: ExerciseQuestion) -> Mapping[str, Sentence]:
    """Return the criteria of which the answer is one, with what each asks for; empty for other
    questions.
    """
    return list_demands(course) if question.kind is QuestionKind.CRITERION else {}


def candidates_before(
    course: Course, question: ExerciseQuestion
) -> list[tuple[ExerciseCandidate, ListOf, str]]:
    """Return the candidates up to the one that a question is about, with the code against each.

    The criterion that is asked for is left out.
    """
    last = question.candidate - (question.kind is QuestionKind.CRITERION)
    return [(one, write_candidate(course, one), one.criterion) for one in course.candidates[:last]]
