"""Exercises about brackets, one after the other; the address holds the whole session.

Nothing is stored: the address names the exercise, how many were right, and those that come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from crivello.explain.round import TracedRound
from crivello.model.errors import CrivelloError, WordError
from crivello.model.grammar import is_number
from crivello.model.keys import SYSTEMS
from crivello.practice import plain
from crivello.practice.course import solve
from crivello.practice.exercise import (
    Difficulty,
    Exercise,
    ExerciseQuestion,
    QuestionKind,
    read_difficulty,
)
from crivello.practice.from_round import find_exercise
from crivello.practice.making import list_difficulties, make_exercise
from crivello.practice.practice_session import COMES_BACK, PracticeSession, pick_question
from crivello.practice.presenting import KINDS
from crivello.reports.exercise_sheet import exercise_sheet, pick_items
from crivello.reports.layout import as_page
from crivello.reports.pdf import page_data, with_pdf
from crivello.standard.classes import frozen, replace
from crivello.systems.registry import find
from crivello.web.explain import view as explain_view
from crivello.web.files.downloads import download, draw_pdf
from crivello.web.view import AnyPage, AtDesk
from crivello.words import N_

router = APIRouter()

ON_SHEET = 30
"""The most exercises on a sheet that is printed from the desk."""
MOST = 10**6
"""The largest number in an address."""
QUESTIONS = {
    QuestionKind.PAIRING: N_("What is the pairing?"),
    QuestionKind.FLOATS: N_("Who floats?"),
    QuestionKind.NEXT: N_("Which candidate comes next?"),
    QuestionKind.CRITERION: N_("Which criterion rules a candidate out?"),
}
Number = Annotated[int, Query(ge=0, le=MOST)]


@frozen
class SessionAddress:
    """A session as the address holds it."""

    system: str
    kind: str = ""
    ask: str = ""
    seed: int = 1
    """The seed of the exercise that is shown."""
    made: int = 1
    """The largest seed so far."""
    asked: int = 0
    right: int = 0
    back: tuple[tuple[int, int], ...] = ()
    """The seeds that come back, each with the number of answers after which it does."""
    counted: bool = False
    """Whether an answer to the exercise that is shown was counted."""

    @property
    def fields(self) -> dict[str, str]:
        """The query of its address."""
        found: dict[str, object] = {
            "system": self.system,
            "kind": self.kind,
            "ask": self.ask,
            "seed": self.seed,
            "made": self.made,
            "asked": self.asked,
            "right": self.right,
            "back": " ".join(f"{seed}:{after}" for seed, after in self.back),
            "counted": int(self.counted),
        }
        return {name: str(value) for name, value in found.items() if value != ""}

    def count(self, *, right: bool) -> SessionAddress:
        """Count the first answer to the exercise."""
        if self.counted:
            return self
        asked = self.asked + 1
        back = self.back if right else (*self.back, (self.seed, asked + COMES_BACK))
        return replace(self, asked=asked, right=self.right + right, back=back, counted=True)

    def following(self) -> SessionAddress:
        """Return the session with the next exercise: one that comes back, or a new one."""
        due = [one for one in self.back if one[1] <= self.asked]
        if due:
            back = tuple(one for one in self.back if one != due[0])
            return replace(self, seed=due[0][0], back=back, counted=False)
        return replace(self, seed=self.made + 1, made=self.made + 1, counted=False)


def _read_back(text: str) -> tuple[tuple[int, int], ...]:
    found = []
    for word in text.split()[:200]:
        seed, _, after = word.partition(":")
        if is_number(seed) and is_number(after):
            found.append((int(seed), int(after)))
    return tuple(found)


@router.get("/practise")
def practise(
    view: AnyPage,
    system: str = "",
    kind: str = "",
    ask: str = "",
    seed: Number = 1,
    made: Number = 0,
    asked: Number = 0,
    right: Number = 0,
    back: str = "",
    counted: Number = 0,
    bracket: str = "",
    round: Number = 0,
    rounds: Number = 0,
    last: Number = 0,
    barred: str = "",
    reply: str = "",
    hint: Number = 0,
    solve_it: Annotated[Number, Query(alias="solve")] = 0,
) -> Response:
    """Show an exercise, judge the reply to it, or offer a choice of exercises."""
    if not system:
        return view.render("practise/practise.html", **_choices(view, "", "", ""), exercise=None)
    if system not in SYSTEMS or not list_difficulties(find(system)):
        raise HTTPException(404)
    if ask not in ("", *(one.value for one in QuestionKind)):
        raise HTTPException(404)
    progress = SessionAddress(
        system, kind, ask, seed, max(made, seed), asked, right, _read_back(back), bool(counted)
    )
    choices = _choices(view, system, kind, ask, bracket)
    try:
        if bracket:
            exercise = Exercise(
                system,
                bracket,
                round or None,
                rounds or None,
                bool(last),
                tuple(int(one) for one in barred.split() if is_number(one)),
            )
        else:
            wished = read_difficulty(kind) if kind else ""
            progress, exercise = _find(progress, wished)
        question = _question(exercise, ask)
    except CrivelloError as error:
        refused = {"refused": view.refusal(error).lines, "exercise": None}
        return view.render("practise/practise.html", **{**choices, **refused})
    given = _given_fields(exercise) if bracket else {}
    shown, progress = _reply(view, exercise, question, progress, reply, solve_it)
    return view.render(
        "practise/practise.html",
        **choices,
        **shown,
        exercise=plain.describe(exercise.plain, view.language.value),
        question=plain.say_question(exercise.plain, question.plain, view.language.value),
        hints=_hints(view, exercise, question, hint),
        fields=progress.fields | given,
        progress_of=progress,
        reply=reply,
        hint=hint,
        next_url="/practise" if bracket else f"/practise?{urlencode(progress.following().fields)}",
        is_given=bool(bracket),
        told=_told(view, exercise) if shown["finished"] else (),
    )


def _find(progress: SessionAddress, wished: Difficulty | str) -> tuple[SessionAddress, Exercise]:
    """Return the exercise of the seed, or the first after it that has the question asked for."""
    for seed in range(progress.seed, progress.seed + 50):
        exercise = make_exercise(progress.system, wished, seed)
        kinds = {one.kind.value for one in solve(exercise).questions}
        if not progress.ask or progress.ask in kinds:
            made = max(progress.made, seed)
            return replace(progress, seed=seed, made=made), exercise
    session = PracticeSession(
        progress.system, progress.kind, progress.seed, QuestionKind(progress.ask)
    )
    return progress, session.following()[0]  # says that there is no such question


def _question(exercise: Exercise, ask: str) -> ExerciseQuestion:
    return pick_question(exercise, QuestionKind(ask) if ask else None)


def _given_fields(exercise: Exercise) -> dict[str, str]:
    return {
        "bracket": exercise.bracket,
        "round": str(exercise.round or 0),
        "rounds": str(exercise.rounds or 0),
        "last": str(int(exercise.last)),
        "barred": " ".join(map(str, exercise.barred)),
    }


def _reply(
    view: AnyPage,
    exercise: Exercise,
    question: ExerciseQuestion,
    progress: SessionAddress,
    reply: str,
    given_up: int,
) -> tuple[dict[str, Any], SessionAddress]:
    """Return what is said about the reply, and the session after it."""
    shown: dict[str, Any] = {"verdict": None, "unread": (), "solution": None, "finished": False}
    language = view.language.value
    if given_up:
        shown["solution"] = plain.solution(exercise.plain, question.plain, language)
        shown["finished"] = True
        return shown, progress.count(right=False)
    if not reply.strip():
        return shown, progress
    try:
        verdict = plain.judge_answer(exercise.plain, question.plain, reply, language)
    except WordError as error:
        shown["unread"] = view.refusal(error).lines
        return shown, progress
    shown["verdict"] = verdict
    shown["finished"] = verdict["right"]
    return shown, progress.count(right=verdict["right"])


def _hints(view: AnyPage, exercise: Exercise, question: ExerciseQuestion, many: int) -> list[str]:
    found = (
        plain.hint(exercise.plain, question.plain, step, view.language.value)
        for step in range(min(many, 9))
    )
    return [one for one in found if one is not None]


def _told(view: AnyPage, exercise: Exercise) -> list[Any]:
    """Return how the bracket is paired, with all its candidates."""
    told = plain.explain_exercise(exercise)
    return list(explain_view.parts(told, view.language))


def _choices(
    view: AnyPage, system: str, kind: str, ask: str, bracket: str = ""
) -> Mapping[str, Any]:
    """Return the choices of a session, for its form."""
    systems = [key for key in SYSTEMS if list_difficulties(find(key))]
    kinds = [one for one in Difficulty if not system or one in list_difficulties(find(system))]
    return {
        "systems": [(key, view.say(SYSTEMS[key].title)) for key in systems],
        "kinds": [("", view.say(N_("all kinds"))), *((k.value, view.say(KINDS[k])) for k in kinds)],
        "asks": [
            ("", view.say(N_("all questions"))),
            *((one.value, view.say(text)) for one, text in QUESTIONS.items()),
        ],
        "system": system or systems[0],
        "kind": kind,
        "ask": ask,
        "bracket": bracket,
        "refused": (),
        "with_pdf": with_pdf(),
    }


@router.get("/practise/sheet")
def sheet(
    view: AnyPage,
    system: str = "",
    kind: str = "",
    seed: Number = 1,
    count: Number = 6,
    to: str = "",
) -> Response:
    """Print a sheet of exercises, with the solutions on another page."""
    if system not in SYSTEMS or not 1 <= count <= ON_SHEET or to not in ("", "pdf"):
        raise HTTPException(404)
    if kind not in ("", *(one.value for one in list_difficulties(find(system)))):
        raise HTTPException(404)
    if not list_difficulties(find(system)) or (to and not with_pdf()):
        raise HTTPException(404)
    document = exercise_sheet(
        pick_items(PracticeSession(system, kind, seed), count), view.language, seed
    )
    if to == "pdf":
        data = draw_pdf(page_data(document, view.language))
        return download(data, f"{view.say(N_('exercises'))}-{seed}.pdf", inline=True)
    return HTMLResponse(as_page(document, view.language))


@router.get("/t/{file}/{section}/explain/{number}/practise")
def practise_round(page: AtDesk, number: int, bracket: Number = 1) -> Response:
    """Make a bracket of a round an exercise."""
    this = explain_view.round_record(page.section, number)
    if this is None:
        raise HTTPException(404)
    try:
        case = explain_view.paired_round(page, this)
        exercise = find_exercise(TracedRound(case.system, case.tournament, case.number), bracket)
    except CrivelloError as error:
        return page.redirect(page.url("explain", number), page.refusal(error))
    query = urlencode({"system": exercise.system, **_given_fields(exercise)})
    return RedirectResponse(f"/practise?{query}", 303)
