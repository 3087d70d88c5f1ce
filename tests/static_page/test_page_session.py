"""The answers behind the page without an installation, asked as the page asks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import crivello as cv
from crivello.formats.example import example_files, read_example
from crivello.static_page.page_exercises import RETRY_AFTER
from crivello.static_page.page_session import LARGEST_FILE, VIEWS, PageSession
from crivello.words.escaping import VOID

Reply = dict[str, Any]


class Outline(HTMLParser):
    """Checks that elements are closed in order, and collects the texts and the tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.texts))


def ask(page: PageSession, **request: Any) -> Reply:
    reply: Reply = json.loads(page.answer(json.dumps(request)))
    return reply


def shown(page: PageSession, view: str, **request: Any) -> Outline:
    reply = ask(page, ask="view", view=view, **request)
    assert "error" not in reply, reply["error"]
    return Outline(reply["html"])


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("example", [*example_files()])
def test_every_view_of_every_example_is_well_formed(example: str, language: str) -> None:
    page = PageSession(language)
    opened = ask(page, ask="open", example=example)
    assert opened["system"] in {key for key, _ in opened["systems"]}
    for view in VIEWS:
        found = shown(page, view, round=opened["round"])
        assert found.text
    first, last = opened["rounds"][0], opened["rounds"][-1]
    assert shown(page, "round", round=first).text != shown(page, "round", round=last).text


def test_the_answers_are_those_of_the_library() -> None:
    page, t = PageSession(), cv.example()
    ask(page, ask="open", example="fourteen")
    for reader in ("player", "arbiter", "student"):
        for number in (1, 4, 9, 12):
            text = shown(page, "player", round=4, player=number, reader=reader).text
            for sentence in cv.explain(t, 4, number, depth=reader):
                assert sentence in text
    text = shown(page, "player", round=4, player=4, wish="3").text
    for sentence in cv.why_not(t, 4, pair=(4, 3), depth="player"):
        assert sentence in text
    text = shown(page, "round", round=4, depth="full").text
    for sentence in cv.explain(t, 4, depth="full"):
        assert sentence in text
    text = shown(page, "standings", round=4, ties="BH SB").text
    for row in cv.standings(t, ["BH", "SB"]):
        assert row.player.name in text


def test_a_round_that_the_file_pairs_differently_is_said_to_be() -> None:
    data = read_example().decode()
    page = PageSession()
    ask(page, ask="open", text=data, name="open.trf")
    assert "paired differently" not in shown(page, "round", round=3).text
    other = shown(page, "round", round=3, system="dubov-2026").text
    assert "In the file this round was paired differently." in other
    assert "Round 3: same" in shown(page, "check", round=3).text


def test_names_are_texts_and_never_markup() -> None:
    players = [f"<script>alert({n})</script>" for n in range(4)]
    t = cv.Tournament.new("<b>Open</b>", 3, players, initial_colour="white")
    page = PageSession()
    opened = ask(page, ask="open", text=json.dumps(t.to_json()), name="t.json")
    assert opened["title"] == "<b>Open</b>"  # the page sets it as text
    for view in VIEWS:
        reply = ask(page, ask="view", view=view, round=1)
        assert "<script" not in json.dumps(reply)
    assert "<script>alert(1)</script>" in shown(page, "round", round=1).text


def test_what_is_wrong_with_a_file_is_listed_and_can_be_repaired() -> None:
    page = PageSession()
    data = read_example().decode() + "001 nonsense\n"
    refused = ask(page, ask="open", text=data, name="t.trf")
    assert refused["repairable"] is True
    assert "Line 22" in Outline(refused["error"]).text
    repaired = ask(page, ask="open", text=data, name="t.trf", tolerant=True)
    assert "Line 22" in Outline(repaired["notes"]).text
    assert "repairable" not in ask(page, ask="view", view="round", round=99)


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"ask": "view", "view": "round", "round": 1}, "No tournament is open."),
        ({"ask": "open", "text": "x" * (LARGEST_FILE + 1)}, "2000001 bytes"),
        ({"ask": "open", "example": "dutch-2071"}, "Did you mean"),
        ({"ask": "bracket", "text": "[5W", "system": "dutch-2017"}, "character"),
    ],
)
def test_errors_are_answers(request_: Reply, expected: str) -> None:
    reply = ask(PageSession(), **request_)
    assert expected in Outline(reply["error"]).text
    assert "html" not in reply


def test_a_typed_bracket_is_explained_as_by_the_library() -> None:
    text = "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11"
    reply = ask(PageSession(), ask="bracket", text=text, system="dutch-2017")
    found = Outline(reply["html"]).text
    for sentence in cv.explain_bracket(text, system="dutch-2017"):
        assert sentence in found


def test_a_failed_exercise_comes_back_and_counts_once() -> None:
    page = PageSession()

    def do(what: str, **fields: Any) -> tuple[str, Reply]:
        reply = ask(page, ask="exercise", do=what, practice_system="dutch-2026", **fields)
        return Outline(reply["html"]).text, reply["exercise"]

    _, failed = do("new", seed=1)
    text, _ = do("answer", answer="1-2, 3-4, 5-6, 7-8, 9-10")
    assert "Right." not in text
    page.exercises.tried = False
    text, _ = do("solution")
    assert "0 of" in text
    seen = []
    for seed in range(2, 2 + RETRY_AFTER + 1):
        _, one = do("new", seed=seed)
        seen.append(one)
    assert failed not in seen[:RETRY_AFTER]
    assert seen[-1] == failed


def test_a_right_answer_is_counted_with_its_reason() -> None:
    from crivello.practice import plain

    page = PageSession()
    reply = ask(page, ask="exercise", do="new", practice_system="dutch-2026", kind="any", seed=4)
    kept = reply["exercise"]
    question = {k: v for k, v in kept["question"].items() if k in ("kind", "candidate")}
    right = plain.solution(kept["of"], question)["answer"]
    again = ask(PageSession(), ask="exercise", exercise=kept)
    assert again["exercise"]["of"] == kept["of"]  # as from an address
    told = Outline(ask(page, ask="exercise", do="answer", answer=right)["html"]).text
    assert "Right." in told
    assert "1 of 1 right" in Outline(ask(page, ask="exercise")["html"]).text


def test_the_page_asks_for_nothing_that_is_left_out_of_it() -> None:
    from tools.page import LEFT_OUT

    code = """
import json, sys
from crivello.formats.example import example_files
from crivello.static_page.page_session import VIEWS, PageSession
page = PageSession("it")
for example in example_files():
    page.answer(json.dumps({"ask": "open", "example": example}))
    for view in VIEWS:
        page.answer(json.dumps({"ask": "view", "view": view, "round": 2}))
page.answer(json.dumps({"ask": "exercise", "do": "new", "practice_system": "dubov-2018"}))
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.replace(".", "/") for name in done.stdout.split()}
    for part in LEFT_OUT:
        assert not [one for one in loaded if f"{one}/".startswith(f"crivello/{part}/")]
    source = Path(cv.__file__).parent
    assert all((source / one).exists() for one in LEFT_OUT if "locale" not in one)


def test_the_style_sheets_define_every_value_that_they_use() -> None:
    from tools.page import PAGE, STATIC, STYLES

    folders = [STATIC] * (len(STYLES) - 1) + [PAGE / "assets"]
    text = "".join(
        (folder / name).read_text("utf-8") for folder, name in zip(folders, STYLES, strict=True)
    )
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used <= set(re.findall(r"(--[\w-]+):", text))
