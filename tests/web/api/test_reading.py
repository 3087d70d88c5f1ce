"""Requests of the API that only read, and the answers when something is missing."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.formats.codec import encode
from crivello.model.result import Result
from crivello.web.shapes import TEXT_LIMIT
from tests.desk.desks import Clock, fresh
from tests.web.api.conftest import Program, serve

A = "/tournaments/demo/sections/A"


def test_files_and_sections(program: Program) -> None:
    (program.folder / "broken.crivello").write_bytes(b"no database" * 100)
    broken, demo = program.get("/tournaments")
    assert broken["sequence"] is None
    assert "not a tournament file" in broken["trouble"]
    assert demo["file"] == "demo"
    assert demo["sections"][0]["progress"] == "Round 4 of 6: 3 of 7 results."
    assert program.get("/tournaments/demo") == demo
    assert program.ask("GET", "/tournaments/broken").status_code == 503


def test_settings_are_the_json_of_the_formats_with_all_defaults(program: Program) -> None:
    told = program.get(A)
    with Desk.open(program.folder / "demo.crivello") as desk:
        section = desk.section("A")
    given = encode(section.settings)
    assert {key: told["settings"][key] for key in given} == given
    assert told["settings"]["scoring"]["pairing_allocated_bye"] == 2
    assert told["announced"]["correction_minutes"] == 30
    assert (told["round"], told["draft"], told["asked"]) == (4, None, [])


def test_players_come_by_number_and_in_parts(program: Program) -> None:
    whole = program.get(f"{A}/players")
    assert whole["total"] == 14
    assert [one["player"]["number"] for one in whole["items"]] == list(range(1, 15))
    assert whole["next"] is None
    found: list[object] = []
    offset: int | None = 0
    while offset is not None:
        part = program.get(f"{A}/players?offset={offset}&limit=5")
        assert len(part["items"]) <= 5
        found += part["items"]
        offset = part["next"]
    assert found == whole["items"]
    one = program.get(f"{A}/players/3")
    assert one["player"]["name"] == "Carla"
    assert one["presence"] == "confirmed"
    assert one == whole["items"][2]


def test_a_round_has_exact_points_and_letters_of_results(program: Program) -> None:
    told = program.get(f"{A}/rounds/4")
    assert told["state"] == "published"
    first = told["boards"][0]
    assert (first["white"]["id"], first["black"]["id"]) == (6, 2)
    assert first["white"]["points"] == "2.5"
    assert first["result"] == "01"
    assert told["missing"] == [2, 5, 6, 7]
    assert [one["round"] for one in program.get(f"{A}/rounds")] == [1, 2, 3, 4]


def test_a_draft_and_a_preview(before: Program) -> None:
    base = "/tournaments/t/sections/A"
    preview = before.get(f"{base}/preview")
    assert before.ask("POST", f"{base}/rounds").status_code == 201
    draft = before.get(f"{base}/rounds/1")
    assert draft["state"] == "draft"
    boards = [(one["white"]["id"], one["black"]["id"]) for one in draft["boards"]]
    assert boards == [(one["white"], one["black"]) for one in preview["boards"]]
    assert draft["missing"] == []


def test_standings_working_and_why(program: Program) -> None:
    tie_breaks = {"tie_breaks": ["BH", "SB"]}
    settings = program.get(A)["settings"] | tie_breaks
    announced = program.get(A)["announced"]
    done = program.act(
        "demo", "ChangeSettings", section="A", settings=settings, announced=announced
    )
    assert done.status_code == 200, done.text
    table = program.get(f"{A}/standings")
    assert table["round"] == 3
    top = table["rows"][0]
    assert top["points"] == "2.5"
    assert [one["code"] for one in top["tie_breaks"]] == ["BH", "SB"]
    assert all(isinstance(one["value"], str) for one in top["tie_breaks"])
    working = program.get(f"{A}/standings/{top['id']}")
    totals = [row for row in working["rows"] if row["round"] is None]
    assert top["tie_breaks"][0]["value"] in [row["value"] for row in totals]
    said = program.get(f"{A}/standings/why?one=1&other=2", accept_language="it")["text"]
    assert "Alice" in said
    assert "Bruno" in said
    assert program.get(f"{A}/standings?after=1")["round"] == 1
    assert program.ask("GET", f"{A}/standings?after=9").status_code == 422


def test_crosstable_and_cards(program: Program) -> None:
    rows = {row["id"]: row for row in program.get(f"{A}/crosstable")["rows"]}
    first = rows[6]["rounds"][3]
    assert first == {
        "round": 4,
        "opponent": 2,
        "colour": "w",
        "result": "0",
        "played": True,
        "float": None,
        "points": "2.5",
    }
    assert rows[4]["rounds"][3]["result"] is None  # still open
    card = program.get(f"{A}/cards/6")
    assert [row["round"] for row in card["rows"]] == [1, 2, 3, 4]
    assert card["rows"][3]["opponent"] == 2


def test_the_log_in_parts_and_in_both_languages(program: Program) -> None:
    first = program.get("/tournaments/demo/log?limit=3")
    assert [one["sequence"] for one in first["items"]] == [1, 2, 3]
    assert first["items"][0]["type"] == "SectionOpened"
    assert first["items"][0]["event"]["section"] == "A"
    assert first["next"] == 3
    last = program.get(f"/tournaments/demo/log?after={first['sequence'] - 1}")
    assert last["next"] is None
    assert len(last["items"]) == 1
    assert last["items"][0]["text"].startswith("Round 4, 11 ")
    italian = program.get(f"/tournaments/demo/log?after={first['sequence'] - 1}&lang=it")
    assert italian["items"][0]["text"].startswith("Turno 4, 11 ")
    program.ask("POST", "/tournaments/demo/undo")
    again = program.get(f"/tournaments/demo/log?after={first['sequence'] - 1}")
    assert [one["undone"] for one in again["items"]] == [True, False]


EXPLAINED = [
    "explanation",
    "explanation?depth=full",
    "explanation/3",
    "why-not/pair?one=1&other=2",
    "why-not/bye?player=2",
    "why-not/colour?player=2&colour=w",
    "edition-difference?system=dutch-2026",
]


@pytest.mark.parametrize("question", EXPLAINED)
def test_explanations(program: Program, question: str) -> None:
    told = program.get(f"{A}/rounds/4/{question}")
    assert told["schema"] == "crivello/explanation/1"
    assert told["paragraphs"]
    assert all(one["text"] for one in told["paragraphs"])
    italian = program.get(f"{A}/rounds/4/{question}", accept_language="it")
    assert italian["language"] == "it"
    assert italian["title"] != told["title"] or "Dutch" in told["title"]


def test_a_round_is_explained_as_it_was_paired(program: Program) -> None:
    """This holds also after a correction that would have changed the pairing."""
    before = program.get(f"{A}/rounds/3/explanation")
    result = program.get(f"{A}/rounds/3")["boards"][0]["result"]
    other = "01" if result != "01" else "10"
    done = program.act(
        "demo", "CorrectResult", section="A", round=3, board=1, result=other, reason="wrong slip"
    )
    assert done.status_code == 200, done.text
    assert program.get(f"{A}/rounds/3/explanation") == before


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/tournaments/nowhere", "not-found"),
        ("/tournaments/demo/sections/B", "no-such-section"),
        (f"{A}/players/99", "no-player"),
        (f"{A}/rounds/5", "no-round"),
        (f"{A}/rounds/6/explanation", "no-round"),
        (f"{A}/standings/99", "no-player"),
        (f"{A}/standings/why?one=1&other=99", "no-player"),
        (f"{A}/cards/99", "no-player"),
        (f"{A}/rounds/4/explanation/99", "no-player"),
        (f"{A}/rounds/4/why-not/pair?one=1&other=99", "no-player"),
        (f"{A}/rounds/4/edition-difference?system=chess", "no-system"),
        ("/nothing", "no-such-address"),
    ],
)
def test_what_is_not_there_is_told(program: Program, path: str, code: str) -> None:
    answer = program.ask("GET", path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code
    english = answer.json()["detail"]
    assert program.ask("GET", path, accept_language="it").json()["detail"] != english


@pytest.mark.parametrize(
    "path",
    [
        f"{A}/players?limit=0",
        f"{A}/players?limit=1001",
        f"{A}/players?offset=-1",
        f"{A}/players/x",
        f"{A}/rounds/0",
        f"{A}/rounds/4/explanation?depth=deep",
        f"{A}/rounds/4/why-not/pair?one=1",
        "/tournaments/demo/log?limit=2000",
    ],
)
def test_parameters_have_limits(program: Program, path: str) -> None:
    answer = program.ask("GET", path)
    assert answer.status_code == 422
    told = answer.json()
    assert told["code"] == "not-fitting"
    assert told["problems"][0]["pointer"]


def test_nobody_is_sent_what_he_has(program: Program) -> None:
    path = f"{A}/rounds/4"
    tag = program.ask("GET", path).headers["etag"]
    assert tag.startswith(f'"{program.sequence()}-')
    same = program.ask("GET", path, if_none_match=tag)
    assert same.status_code == 304
    assert same.content == b""
    italian = program.ask("GET", path, if_none_match=tag, accept_language="it")
    assert italian.status_code == 200
    program.act("demo", "EnterResults", section="A", results=[[2, "10"]])
    assert program.ask("GET", path, if_none_match=tag).status_code == 200


def test_every_result_has_its_letters(program: Program) -> None:
    document = program.get("/openapi.json")
    letters = document["components"]["schemas"]["Result"]["enum"]
    assert letters == [encode(result) for result in Result]


def test_only_what_is_published_if_the_program_asks_for_that(program: Program) -> None:
    """Results of round 4 are entered but not published; both answers are compared."""
    everything, public = (program.get(f"{A}/rounds/4{query}") for query in ("", "?published=true"))
    assert any(board["result"] for board in everything["boards"])
    assert not any(board["result"] for board in public["boards"])
    assert program.get(f"{A}/rounds/4") == everything
    for place in ("standings", "crosstable", "rounds", "players", "cards/3", "standings/3"):
        whole = program.ask("GET", f"{A}/{place}")
        hidden = program.ask("GET", f"{A}/{place}?published=true")
        assert (whole.status_code, hidden.status_code) == (200, 200)
        assert whole.headers["etag"] != hidden.headers["etag"]
    cells = [row["rounds"][3] for row in program.get(f"{A}/crosstable?after=4")["rows"]]
    shown = [row["rounds"][3] for row in program.get(f"{A}/crosstable?after=4&published=1")["rows"]]
    assert cells != shown


def test_an_explanation_may_be_longer_than_any_text_that_is_accepted(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The round of a large open names all players in one paragraph."""
    fresh(tmp_path, count=2500, clock=Clock()).close()
    with contextlib.contextmanager(serve)(tmp_path) as program:
        told = program.get("/tournaments/t/sections/A/rounds/1/explanation?depth=full")
    assert max(len(one["text"]) for one in told["paragraphs"]) > TEXT_LIMIT
    assert capfd.readouterr().err == ""
