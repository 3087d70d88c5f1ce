"""Exercises on the page: one bracket after another, judged at once; failed ones come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crivello.model.errors import WordError
from crivello.practice import plain
from crivello.static_page.form_elements import button, choice, form, text_box
from crivello.words import N_, Language, translator
from crivello.words.escaping import Html, element, lines

Request = Mapping[str, Any]

RETRY_AFTER = 2
"""How many other exercises come before one that was failed is asked again."""
ANY = "any"


class Exercises:
    """The exercises of one visit: the present one, the score, and those to be asked again."""

    def __init__(self, language: Language) -> None:
        self.language = language.value
        self.say = translator(language).say
        self.asked = self.right = 0
        self.exercise: dict[str, Any] = {}
        self.question: dict[str, Any] = {}
        self.tried = False
        """True once an answer was judged: a second answer does not change the score."""
        self.hints = 0
        self.again: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        """Failed exercises: after how many they come back, exercise and question."""

    def answer(self, request: Request) -> dict[str, Any]:
        """Do what a button asks for; return the HTML of the exercises."""
        do = str(request.get("do") or "")
        told: Html = Html("")
        if not self.exercise and isinstance(request.get("exercise"), dict):
            self._restore(request["exercise"])
        if do == "new":
            self._begin(request)
        elif self.exercise and do == "answer":
            told = self._judge(str(request.get("answer") or ""))
        elif self.exercise and do == "hint":
            told = self._hint()
        elif self.exercise and do == "solution":
            told = self._solution()
        return {
            "html": lines([*self._html(request), told]),
            "exercise": {"of": self.exercise, "question": self.question},
        }

    def _restore(self, kept: Mapping[str, Any]) -> None:
        """Show the exercise of an address, or the one before the engine was started again."""
        if not kept.get("of"):
            return
        self.exercise = dict(kept["of"])
        kind = str(dict(kept.get("question") or {}).get("kind") or "")
        self.question = plain.one_question(self.exercise, kind, self.language)

    def _begin(self, request: Request) -> None:
        """Take a failed exercise that is due, or make the next one from the seed."""
        self.again = [(left - 1, one, question) for left, one, question in self.again]
        due = next((one for one in self.again if one[0] <= 0), None)
        self.tried, self.hints = False, 0
        if due is not None:
            self.again.remove(due)
            _, self.exercise, self.question = due
            return
        bracket = str(request.get("bracket") or "").strip()
        system = str(request.get("practice_system") or "")
        if bracket:
            self.exercise = plain.typed_exercise(system, bracket)
        else:
            kind, seed = str(request.get("kind") or ANY), int(request.get("seed") or 1)
            self.exercise = plain.new_exercise(system, "" if kind == ANY else kind, seed)
        self.question = plain.one_question(self.exercise, "", self.language)

    def _judge(self, typed: str) -> Html:
        question = self._question
        try:
            verdict = plain.judge_answer(self.exercise, question, typed, self.language)
        except WordError as error:
            return element("p", self.say(error.sentence), class_="trouble", role="status")
        right = bool(verdict["right"])
        if not self.tried:
            self.asked += 1
            self.right += right
            if not right:
                self.again.append((RETRY_AFTER + 1, self.exercise, self.question))
        self.tried = True
        mark = self.say(N_("Right.")) if right else self.say(N_("Not right."))
        article = verdict["article"]
        return element(
            "p",
            element("strong", mark),
            f" {verdict['reason']} ",
            element("b", article, class_="article") if article else "",
            class_="right" if right else "wrong",
            role="status",
        )

    def _hint(self) -> Html:
        found = plain.hint(self.exercise, self._question, self.hints, self.language)
        self.hints += 1
        text = self.say(N_("There are no further hints.")) if found is None else found
        return element("p", text, class_="hint", role="status")

    def _solution(self) -> Html:
        if not self.tried:
            self.asked += 1
            self.again.append((RETRY_AFTER + 1, self.exercise, self.question))
        self.tried = True
        found = plain.solution(self.exercise, self._question, self.language)
        return element("p", str(found["text"]), class_="solution", role="status")

    @property
    def _question(self) -> dict[str, Any]:
        """The question as `practice.plain` takes it, without the words."""
        return {key: self.question[key] for key in ("kind", "candidate") if key in self.question}

    # HTML

    def _html(self, request: Request) -> Iterator[Html]:
        yield self._new_form(request)
        if not self.exercise:
            yield element("p", self.say(N_("Choose a system and begin.")), class_="hint")
            return
        told = plain.describe(self.exercise, self.language)
        yield element("h2", str(told["title"]))
        for paragraph in told["paragraphs"]:
            yield element("p", str(paragraph["text"]))
            if "columns" in paragraph:
                yield _table(paragraph["columns"], paragraph["rows"])
        for before in self.question.get("before", ()):
            yield element("p", f"{before['number']}: {before['text']}  {before['criterion']}")
        yield element("p", element("strong", str(self.question["ask"])))
        yield form(
            "exercise",
            text_box("answer", self.say(N_("Answer")), {}, str(self.question["how"])),
            button(self.say(N_("Check the answer")), "do", "answer"),
            button(self.say(N_("Hint")), "do", "hint"),
            button(self.say(N_("Solution")), "do", "solution"),
        )
        score = N_("{right} of {asked} right")
        yield element("p", self.say(score, right=self.right, asked=self.asked), class_="score")

    def _new_form(self, request: Request) -> Html:
        known = plain.list_systems(self.language)
        chosen = str(request.get("practice_system") or known[0]["key"])
        kinds = next((one["kinds"] for one in known if one["key"] == chosen), known[0]["kinds"])
        systems = [(str(one["key"]), str(one["title"])) for one in known]
        options = [(str(one["key"]), str(one["text"])) for one in kinds]
        return form(
            "exercise",
            choice("practice_system", self.say("System"), systems, {"practice_system": chosen}),
            choice("kind", self.say(N_("Kind")), [(ANY, self.say(N_("any"))), *options], request),
            text_box(
                "bracket",
                self.say(N_("Or a bracket of your own")),
                request,
                "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11",
            ),
            button(self.say(N_("Next exercise")), "do", "new"),
            at_once=True,
        )


def _table(columns: list[str], rows: list[list[str]]) -> Html:
    return element(
        "div",
        element(
            "table",
            element("thead", element("tr", *(element("th", one, scope="col") for one in columns))),
            element("tbody", *(element("tr", *(element("td", one) for one in r)) for r in rows)),
            class_="explanation-table",
        ),
        class_="wide",
        tabindex=0,
    )
