"""`crivello practise`: exercises about brackets, asked one by one, or printed as a sheet."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from crivello.cli.console import Console
from crivello.cli.explain.explain import round_of_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.reports.printing import render
from crivello.cli.sources import chosen_system, today
from crivello.explain.explanation import Explanation
from crivello.explain.notation import is_typed, read_bracket, read_numbers_in
from crivello.explain.render import as_text
from crivello.explain.round import TracedRound
from crivello.model.errors import WordError
from crivello.model.keys import DEFAULT_FAMILY, resolve
from crivello.model.sentence import Sentence
from crivello.practice.course import Course, solve
from crivello.practice.exercise import (
    Exercise,
    ExerciseQuestion,
    read_difficulty,
    read_kind,
)
from crivello.practice.from_round import find_exercise, list_exercises
from crivello.practice.judging import describe_solution, give_hint, judge
from crivello.practice.practice_session import PracticeSession
from crivello.practice.presenting import (
    ask,
    candidates_before,
    describe_exercise,
    exercise_title,
    list_choices,
    tell_how,
)
from crivello.reports.exercise_sheet import MOST, exercise_sheet, pick_items
from crivello.reports.views.exercises import exercises_view
from crivello.words import N_

HINT, SOLUTION, QUIT = "?", "!", "q"
KEYS = N_("{hint} gives a hint, {solution} the solution, {quit} ends.")
RIGHT = N_("Right. {reason}")
WRONG = N_("Not right. {reason} Try again, or type {solution} for the solution.")
NO_MORE_HINTS = N_("There are no more hints.")
COMES_BACK = N_("This exercise comes back later.")
SCORE = N_("Right: {right} of {asked}.")
BEFORE = N_("Candidate {number}: {what}; ruled out by {code}.")
BEFORE_LATER = N_("Candidate {number}: {what}.")
TOO_MANY = N_("{option} is at most {most} here.")
WITH_BRACKET = N_("{option} is for random exercises, not for a bracket that is given.")
OF_FILES = ("--round", "--bracket", "--example", "-t", "--section")
ONLY_TYPED = N_("{option} is for a typed bracket.")


def run(arguments: Arguments, console: Console) -> int:
    arguments.refuse_together("--sheet", "--count")
    seed = arguments.number("--seed") or 1
    kind = read_kind(arguments.require("--ask")) if "--ask" in arguments else None
    given = _given(arguments, console)
    if given is not None and "--kind" in arguments:
        raise UsageError(WITH_BRACKET, option="--kind")
    wished = read_difficulty(arguments.require("--kind")).value if "--kind" in arguments else ""
    key = resolve(arguments.get("--system") or DEFAULT_FAMILY, today())
    session = PracticeSession(key, wished, seed, kind, given)
    count = arguments.number("--sheet")
    if count is not None or console.json or "--to" in arguments:
        if count is not None and count > MOST:
            raise UsageError(TOO_MANY, option="--sheet", most=MOST)
        items = pick_items(session, count or len(given or ()) or 6)
        if console.json or arguments.get("--to") == "json":
            return console.write_view("exercises", exercises_view(items, console.language))
        document = exercise_sheet(items, console.language, None if given else seed)
        form = arguments.get("--to") or "html"
        console.write_file(arguments.get("--output") or "-", render(document, form, console))
        return 0
    return Asking(console, session).run(arguments.number("--count"))


def _given(arguments: Arguments, console: Console) -> list[Exercise] | None:
    """Return the brackets that are typed, or those of a file; None for random ones."""
    text = " ".join(arguments.all("FILE"))
    if is_typed(text):
        typed = read_bracket(text)
        exercise = Exercise(
            resolve(arguments.get("--system") or DEFAULT_FAMILY, today()),
            text,
            arguments.number("--round"),
            arguments.number("--rounds"),
            "--last" in arguments,
            tuple(read_numbers_in(arguments.get("--bye-taken") or "", "--bye-taken", typed)),
        )
        solve(exercise)
        return [exercise]
    for option in ("--last", "--bye-taken", "--rounds"):
        if option in arguments:
            raise UsageError(ONLY_TYPED, option=option)
    if not text and not any(option in arguments for option in OF_FILES):
        return None
    tournament, number, _, _ = round_of_file(arguments, console)
    this = TracedRound(chosen_system(tournament, arguments), tournament, number)
    bracket = arguments.number("--bracket")
    if bracket is not None:
        return [find_exercise(this, bracket)]
    return list(list_exercises(this).values())


class Asking:
    """Asks exercises at the terminal, or of whoever writes to standard input."""

    def __init__(self, console: Console, session: PracticeSession) -> None:
        self.console = console
        self.session = session

    def run(self, count: int | None) -> int:
        """Ask until `count` exercises are answered, the given ones are done, or the user ends."""
        self.say(KEYS, hint=HINT, solution=SOLUTION, quit=QUIT)
        asked = 0
        while (count is None or asked < count) and not self.session.is_over:
            exercise, question = self.session.following()
            asked += 1
            if not self.ask_one(exercise, question, asked):
                break
        self.print("")
        self.say(SCORE, right=self.session.right, asked=self.session.asked)
        return 0

    def ask_one(self, exercise: Exercise, question: ExerciseQuestion, number: int) -> bool:
        """Ask one exercise until it is answered or given up; return False if the user ends."""
        course = solve(exercise)
        self.show(course, question, number)
        hints, counted = 0, False
        for line in self.lines():
            if line.lower() in (QUIT, "quit", "exit"):
                return False
            if line == HINT:
                hint = give_hint(exercise, question, hints)
                hints += 1
                self.print(self.console.say(hint or Sentence(NO_MORE_HINTS)))
                continue
            if line == SOLUTION:
                self.print(self.console.say(describe_solution(exercise, question)))
                if not counted:
                    self.session.count(exercise, question, right=False)
                self.say(COMES_BACK)
                return True
            try:
                verdict = judge(exercise, question, line)
            except WordError as error:
                self.print(self.console.say(error))
                continue
            if not counted:
                self.session.count(exercise, question, right=verdict.right)
                counted = True
            reason = self.with_article(self.console.say(verdict.reason), verdict.article)
            if verdict.right:
                self.say(RIGHT, reason=reason)
                return True
            self.say(WRONG, reason=reason, solution=SOLUTION)
        return False

    def show(self, course: Course, question: ExerciseQuestion, number: int) -> None:
        told = Explanation(exercise_title(course, number), "", 0, tuple(describe_exercise(course)))
        self.print("")
        self.print(as_text(told, self.console.language, self.console.width).rstrip("\n"))
        self.print("")
        for one, what, code in candidates_before(course, question):
            template = BEFORE if code else BEFORE_LATER
            self.say(template, number=one.number, what=what, code=code)
        for code, asks in list_choices(course, question).items():
            self.print(f"  {code}  {self.console.say(asks)}")
        self.print(f"{self.console.say(ask(course, question))} ", end="")
        self.print(self.console.say(tell_how(course, question)))

    def lines(self) -> Iterator[str]:
        """Yield what the user types, line by line; empty lines are skipped."""
        while True:
            if sys.stdin.isatty():
                self.print("> ", end="")
            line = sys.stdin.readline()
            if not line:
                return
            if line.strip():
                yield line.strip()

    @staticmethod
    def with_article(reason: str, article: str) -> str:
        return f"{reason} [{article}]" if article and article not in reason else reason

    def say(self, template: str | tuple[str, str], **values: object) -> None:
        self.print(self.console.say(template, **values))

    @staticmethod
    def print(text: str, end: str = "\n") -> None:
        print(text, end=end, flush=True)
