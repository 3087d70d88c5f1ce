"""The engine answers like the command line, with errors of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.calling import EXAMPLE, ROUND_4, TWO_WHO_HAVE_MET, call, trf
from tests.support.samples import sample
from tools.calls import Verdict, over_http, recorded
from tools.running_engine import RunningEngine

CALLS = Path(__file__).parents[2] / "data" / "calls"

ASKED: list[tuple[str, dict[str, object], list[str]]] = [
    ("pair", {}, ["pair"]),
    ("pair", {"round": 2, "system": "dubov"}, ["pair", "--round", "2", "--system", "dubov"]),
    ("explain", {"depth": "full", "round": 2}, ["explain", "--full", "--round", "2"]),
    ("explain/player", {"player": 3, "lang": "it"}, ["explain", "--player", "3", "--lang", "it"]),
    ("why-not/pair", {"one": 1, "other": 2}, ["explain", "--why-not", "1-2"]),
    ("why-not/bye", {"player": 3}, ["explain", "--why-not-bye", "3"]),
    (
        "why-not/colour",
        {"player": 3, "colour": "b", "depth": "arbiter"},
        ["explain", "--why-not-colour", "3", "black", "--depth", "arbiter"],
    ),
    ("edition-difference", {"other": "dubov"}, ["explain", "--edition-diff", "dubov"]),
    ("check", {}, ["check"]),
    ("standings", {"tie_breaks": "BH/C1,SB"}, ["standings", "--tie-breaks", "BH/C1,SB"]),
    ("standings", {"category": "rating=-2300"}, ["standings", "--category", "rating=-2300"]),
]


@pytest.mark.parametrize(("path", "parameters", "words"), ASKED, ids=lambda one: str(one)[:30])
def test_an_address_answers_as_the_command_does(
    engine: RunningEngine,
    example: bytes,
    path: str,
    parameters: dict[str, object],
    words: list[str],
) -> None:
    found = engine.ask(path, example, **parameters)
    assert (found.status, found.headers["content-type"]) == (200, "application/json")
    command, *options = words
    expected = json.loads(call(command, EXAMPLE, *options, "--json").out)
    for file in expected.get("files", ()):
        file["file"] = ""  # a body has no name
    assert found.json == expected
    described = engine.get("/openapi.json").json
    schema = described["paths"][f"/v1/{path}"]["post"]["responses"]["200"]["content"]
    reference = {"$ref": schema["application/json"]["schema"]["$ref"]}
    jsonschema.Draft202012Validator({**reference, "components": described["components"]}).validate(
        found.json
    )


def test_boards_are_those_of_the_calling_convention(engine: RunningEngine, example: bytes) -> None:
    found = engine.ask("boards", example)
    assert (found.status, found.text) == (200, ROUND_4)
    assert found.headers["crivello-system"] == "dutch-2017"
    undated = trf("", "", "", "")
    for year in ("2017", "2026"):
        headers = engine.ask("boards", undated, edition=year).headers
        assert headers["crivello-system"] == f"dutch-{year}"


def test_json_is_taken_as_well(engine: RunningEngine, example: bytes) -> None:
    form = call("convert", EXAMPLE, "-", "--to", "json").out.encode()
    assert engine.ask("boards", form).text == engine.ask("boards", example).text


def test_recorded_calls_get_the_same_boards(engine: RunningEngine) -> None:
    """One call of each kind is tested; `make agree WHAT=calls-http CALLS=folder` sends all of
    them.
    """
    judged = 0
    for folder in sorted(one for one in CALLS.glob("*/*") if one.is_dir()):
        found = over_http(next(recorded(folder)), engine)
        if found is not None:
            judged += 1
            assert found[0] is not Verdict.DIFFERENT, f"{folder}: {found[1]}"
    assert judged > 25


@pytest.mark.parametrize(
    ("path", "parameters", "status", "kind", "detail"),
    [
        ("pair", {"sytem": "dutch"}, 400, "usage", "There is no parameter 'sytem' here; did you"),
        ("pair", {"zzz": "1"}, 400, "usage", "There is no parameter 'zzz' here. Parameters: round"),
        ("pair", {"round": "x"}, 400, "usage", "Parameters that are not valid: round: a whole"),
        ("pair", {"round": 9}, 422, "illegal", "There is no round 9: 6 rounds are announced."),
        ("pair", {"system": "basel"}, 422, "unsupported", "There is no pairing system 'basel'."),
        ("pair", {"option": "x=1"}, 400, "usage", "x belongs to another pairing system"),
        ("explain/player", {"player": 99}, 422, "illegal", "There is no player 99."),
        ("explain/player", {}, 400, "usage", "Parameters that are not valid: player:"),
        ("why-not/colour", {"player": 1, "colour": "x"}, 400, "usage", "Parameters that are not"),
        ("standings", {"tie_breaks": "NO"}, 422, "malformed", "There is no tie-break 'NO'."),
        ("nothing", {}, 404, "no address", "This address does not exist;"),
    ],
)
def test_a_wrong_question_is_told_what_is_wrong(
    engine: RunningEngine,
    example: bytes,
    path: str,
    parameters: dict[str, object],
    status: int,
    kind: str,
    detail: str,
) -> None:
    found = engine.ask(path, example, **parameters)
    error = found.json["error"]
    assert (found.status, error["kind"]) == (status, kind)
    assert error["detail"].startswith(detail)


def test_a_wrong_tournament_is_told_where_and_what_was_expected(engine: RunningEngine) -> None:
    broken = trf("2 w 1", "1 b 0").replace(b"w 1", b"w ?")
    found = engine.ask("pair", broken, lang="it")
    assert found.status == 422
    problem = found.json["error"]["problems"][0]
    assert (problem["line"], problem["found"]) == (3, "?")
    assert problem["expected"]
    assert "il" in problem["detail"]


def test_no_pairing_names_who_is_in_the_way(engine: RunningEngine) -> None:
    for path in ("pair", "boards"):
        found = engine.ask(path, TWO_WHO_HAVE_MET)
        assert found.status == 409
        assert found.json["error"]["blocked"] == [1, 2]


def test_other_methods_and_bodies_are_refused(engine: RunningEngine, example: bytes) -> None:
    wrong = engine.get("/v1/pair")
    assert (wrong.status, wrong.headers["allow"]) == (405, "POST")
    empty = engine.ask("pair", b"")
    assert (empty.status, empty.json["error"]["kind"]) == (400, "usage")
    connection = engine.connect()
    connection.request("POST", "/v1/pair", example, {"content-encoding": "gzip"})
    assert connection.getresponse().status == 400
    connection.close()


ADDRESSES = ("pair", "boards", "explain", "check", "standings")


@settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=sample(40))
@given(path=st.sampled_from(ADDRESSES), data=st.data())
def test_any_body_has_an_answer(
    engine: RunningEngine, example: bytes, path: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(example)))
    damaged = example[:at] + data.draw(st.binary(max_size=20)) + example[at + 5 :]
    body = data.draw(st.binary(max_size=300) | st.just(damaged) | st.just(example[:at]))
    found = engine.ask(path, body)
    assert found.status in (200, 400, 409, 413, 422)
    if found.status != 200:
        answer: dict[str, Any] = found.json
        assert answer["error"]["detail"]
