"""Actions of the API, and the answers when they fail."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import Any

import pytest

from crivello.desk import Desk, actions
from crivello.desk.actions import Register
from crivello.formats.codec import decode, encode, hints
from crivello.model.player import Player
from crivello.web.api.actions import KINDS, REQUESTS
from tests.desk.desks import people
from tests.web.api.conftest import Program

A = "/tournaments/demo/sections/A"
T = "/tournaments/t/sections/A"
LONG = {"id": 0, "number": 0, "name": "x" * 300}


def every_action() -> dict[str, type[Any]]:
    """Return all actions, found in the modules and not in the list that the program keeps."""
    found: dict[str, type[Any]] = {}
    for module in pkgutil.iter_modules(actions.__path__):
        names: dict[str, Any] = vars(importlib.import_module(f"{actions.__name__}.{module.name}"))
        for name, kind in names.items():
            action = dataclasses.is_dataclass(kind) and hasattr(kind, "decide")
            if action and kind.__module__.startswith(actions.__name__):
                found[name] = kind
    return found


def test_every_action_can_be_asked_for(program: Program) -> None:
    wanted = every_action()
    assert len(wanted) > 30
    assert wanted == KINDS
    document = program.get("/openapi.json")
    path = document["paths"]["/api/v1/tournaments/{file}/actions"]["post"]
    body = path["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["discriminator"]["mapping"]) == set(wanted)
    for name, kind in wanted.items():
        schema = document["components"]["schemas"][f"{name}Action"]
        named = {field.name for field in dataclasses.fields(kind)}
        assert set(schema["properties"]) == named | {"action", "reason", "ask"}, name
        assert not named & {"action", "reason", "ask"}, name


EXAMPLES: dict[str, dict[str, object]] = {
    "Absent": {"players": [1]},
    "AdjustPoints": {"players": [1], "points": -1},
    "Admit": {"players": [1]},
    "AnswerNoShows": {"players": [1], "plays_on": True},
    "CancelByes": {"byes": [[1, 2]]},
    "ChangeDraft": {"boards": [[1, 2]], "bye": None},
    "ChangePublished": {"boards": [[1, 2]], "bye": 3, "case": "chief arbiter"},
    "ChangeSettings": {"settings": {"name": "X", "rounds": 5, "scoring": {"unit": 2}}},
    "ChangeTeam": {"team": {"team": {"id": 1, "number": 0, "name": "X"}, "members": []}},
    "Correct": {"player": {"id": 1, "number": 0, "name": "X", "title": "GM", "tags": [["a", "b"]]}},
    "CorrectPlayers": {"players": [{"id": 1, "number": 0, "name": "X", "rating": 2000}]},
    "CorrectResult": {"round": 1, "board": 1, "result": "+-"},
    "DrawColour": {"colour": "w"},
    "EnterBoards": {"results": [{"match": 1, "board": 2, "result": "=="}]},
    "EnterResults": {"results": [[1, "=="], [2, None], {"board": 3, "white": 1, "black": 2}]},
    "ExchangeNumbers": {"one": 1, "other": 2},
    "FixTables": {"tables": [[1, 5]]},
    "KeepTagApart": {"tag": "club"},
    "MarkNoShows": {"players": [1]},
    "MovePlayer": {"player": 1, "to": "B"},
    "OpenSection": {"settings": {"rounds": 5, "system": "dutch"}, "announced": {"pace": "blitz"}},
    "PairByHand": {"boards": [[1, 2]], "rest": True},
    "RecordOnlineKey": {"step": "typed", "key": 222557},
    "Register": {"players": [{"id": 0, "number": 0, "name": "X", "rating": 2000}]},
    "RegisterTeams": {
        "teams": [
            {
                "team": {"id": 0, "number": 0, "name": "X"},
                "members": [{"id": 0, "number": 0, "name": "Y"}],
            }
        ]
    },
    "RequestByes": {"byes": [{"player": 1, "round": 2, "bye": "H"}]},
    "RollCall": {"players": [1], "presence": "left out"},
    "SetApart": {"forbidden": [{"players": [1, 2]}]},
    "SetLineups": {"lineups": [{"team": 1, "players": [2, None]}]},
    "SetMeetings": {"pairs": [[1, 2]]},
    "SetSchedule": {"round_dates": ["2026/03/01"]},
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_actions_are_read_as_they_are_written(name: str) -> None:
    kind = KINDS[name]
    given: dict[str, object] = {"action": name, **EXAMPLES.get(name, {})}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        if field.name == "section":
            given["section"] = "A"
        elif field.name == "players":
            given.setdefault("players", [1, 2])
    action = REQUESTS[name].model_validate(given).to_action()
    assert type(action) is kind
    written = encode(action)
    told = {key: value for key, value in given.items() if key != "action"}
    assert decode(kind, written) == action
    assert hints(kind).keys() >= written.keys()
    assert written.keys() <= told.keys()


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ({}, ["BH/C1", "BH", "SB", "PS", "DE", "WIN", "BWG"]),
        ({"tie_breaks": []}, []),
        ({"system": "roundrobin"}, ["DE", "WIN", "SB", "KS"]),
    ],
)
def test_a_new_tournament_has_the_tie_breaks_of_the_page_and_the_command(
    before: Program, given: dict[str, Any], codes: list[str]
) -> None:
    new = before.ask("POST", "/tournaments", {"settings": {"name": "Asti", "rounds": 3} | given})
    assert new.status_code == 201, new.text
    section = before.get("/tournaments/asti/sections/A")
    assert section["settings"]["tie_breaks"] == codes


def test_a_tournament_from_the_beginning(tmp_path: Any, before: Program) -> None:
    settings = {"name": "Open di Asti", "rounds": 3, "system": "dutch-2026"}
    new = before.ask("POST", "/tournaments", {"settings": settings})
    assert new.status_code == 201, new.text
    assert new.headers["location"] == "/api/v1/tournaments/open-di-asti"
    players = [encode(player) | {"number": 0} for player in people(6)]
    assert before.act("open-di-asti", "Register", section="A", players=players).status_code == 200
    assert before.act("open-di-asti", "DrawColour", section="A").status_code == 200
    base = "/tournaments/open-di-asti/sections/A"
    for number in (1, 2):
        paired = before.ask("POST", f"{base}/rounds")
        assert paired.status_code == 201, paired.text
        assert paired.json()["type"] == "RoundPaired"
        assert before.ask("POST", f"{base}/rounds/{number}/publish").status_code == 200
        for table in (1, 2, 3):
            path = f"{base}/rounds/{number}/results/{table}"
            assert before.ask("PUT", path, {"result": "10"}).status_code == 200
        assert before.ask("POST", f"{base}/rounds/{number}/publish-results").status_code == 200
    assert before.ask("POST", f"{base}/rounds/2/end").status_code == 200
    assert before.ask("POST", f"{base}/rounds").status_code == 201
    assert before.ask("DELETE", f"{base}/rounds/3").json()["type"] == "PairingDiscarded"
    with Desk.open(tmp_path / "open-di-asti.crivello") as desk:
        section = desk.section("A")
        assert [str(g.result) for g in section.rounds[1].games] == ["1-0"] * 3
        assert section.rounds[1].ended
        assert {item.meta.actor for item in desk.log} == {"a program"}


def test_notes_come_with_articles_and_names(before: Program) -> None:
    before.ask("POST", f"{T}/rounds")
    boards = before.get(f"{T}/rounds/1")["boards"]
    pairs = [[b["black"]["id"], b["white"]["id"]] for b in boards]
    done = before.act("t", "ChangeDraft", section="A", boards=pairs, bye=None).json()
    assert done["notes"]
    assert any(note["article"] for note in done["notes"])
    assert before.get(f"{T}/rounds/1")["remarks"]


def test_a_result_is_entered_once(program: Program) -> None:
    path = f"{A}/rounds/4/results/2"
    first = program.ask("PUT", path, {"result": "=="})
    assert first.status_code == 200
    assert first.json()["text"] == "Table 2, 4 Davide – 5 Elisa: ½-½."
    again = program.ask("PUT", path, {"result": "=="})
    assert again.json()["sequence"] == first.json()["sequence"] == program.sequence()
    nothing = program.ask("PUT", f"{A}/rounds/4/results/5", {"result": None})
    assert nothing.json()["type"] == "RoundPublished"


def test_a_result_that_is_there_changes_only_if_it_is_known(program: Program) -> None:
    path = f"{A}/rounds/4/results/1"
    before = program.sequence()
    stands = program.ask("PUT", path, {"result": "10"})
    assert stands.status_code == 409
    assert stands.json()["code"] == "stands"
    stale = program.ask("PUT", path, {"result": "10", "expected": "=="})
    assert stale.status_code == 409
    told = stale.json()
    assert told["code"] == "stale"
    assert (told["values"]["found"], told["values"]["wanted"]) == ("0-1", "1-0")
    empty = program.ask("PUT", path, {"result": "10", "expected": None})
    assert empty.json()["code"] == "stale"
    others = program.ask("PUT", path, {"result": "10", "expected": "01", "white": 1, "black": 2})
    assert others.json()["code"] == "no-such-game"
    assert program.sequence() == before
    right = {"result": "10", "expected": "01", "white": 6, "black": 2}
    assert program.ask("PUT", path, right).status_code == 200
    taken_back = program.ask("PUT", path, {"result": None, "expected": "10"})
    assert taken_back.status_code == 200
    assert 1 in program.get(f"{A}/rounds/4")["missing"]


UNDO = "/tournaments/demo/undo"
ACTIONS = "/tournaments/demo/actions"
ENTER = {"action": "EnterResults", "section": "A", "results": [[2, "10"]]}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", ACTIONS, ENTER),
        ("POST", UNDO, None),
        ("POST", "/tournaments/demo/redo", None),
        ("POST", f"{A}/rounds", None),
        ("POST", f"{A}/rounds/4/publish-results", None),
        ("PUT", f"{A}/rounds/4/results/2", {"result": "10"}),
    ],
)
def test_nothing_is_done_if_the_file_has_changed(
    program: Program, method: str, path: str, body: object
) -> None:
    if path.endswith("redo"):
        assert program.ask("POST", UNDO).status_code == 200
    now = program.sequence()
    for wrong in (f'"{now - 1}"', f'"{now}-00000000-en"', '"x"', f'W/"{now + 1}"'):
        answer = program.ask(method, path, body, if_match=wrong)
        assert answer.status_code == 412, answer.text
        assert answer.json()["code"] == "changed"
        assert answer.json()["values"]["found"] == now
    assert program.ask("POST", UNDO, {}, if_match=f'"{now - 7}"').json()["values"] == {
        "expected": now - 7,
        "found": now,
    }
    assert program.sequence() == now
    tag = program.ask("GET", A).headers["etag"]
    answer = program.ask(method, path, body, if_match=tag)
    assert answer.status_code in (200, 201, 409)
    assert answer.status_code != 409 or answer.json()["code"] == "results-missing"


def test_what_another_program_wrote_counts_for_if_match(program: Program) -> None:
    now = program.sequence()
    with Desk.open(program.folder / "demo.crivello") as other:
        other.act(Register("A", (Player("Late", id=0, number=0),)))
    answer = program.ask("POST", ACTIONS, ENTER, if_match=f'"{now}"')
    assert answer.status_code == 412
    assert answer.json()["values"] == {"expected": now, "found": now + 1}


def test_undo_and_redo(program: Program) -> None:
    now = program.sequence()
    assert program.ask("POST", UNDO).json()["event"] == {"events": [now]}
    assert program.ask("POST", "/tournaments/demo/redo").json()["event"] == {"events": [now]}
    falls = program.ask("POST", UNDO, {"sequence": 2})
    assert falls.status_code == 409
    told = falls.json()
    assert told["code"] == "would-fall"
    assert told["values"]["count"] == len(told["values"]["events"]) > 10
    publication: dict[str, object] = {"sequence": 2, "along": True}
    assert program.ask("POST", UNDO, publication).json()["code"] == "case-missing"
    publication |= {"case": "chief arbiter", "reason": "the wrong list"}
    assert program.ask("POST", UNDO, publication).status_code == 200
    assert program.get(A)["round"] == 0


def test_a_slip_is_undone_without_a_case_in_the_api(before: Program) -> None:
    section = "/tournaments/t/sections/A"
    assert before.ask("POST", f"{section}/rounds").status_code == 201
    assert before.ask("POST", f"{section}/rounds/1/publish").status_code == 200
    undone = before.ask("POST", "/tournaments/t/undo")
    assert undone.status_code == 200
    assert undone.json()["text"] == "Undone: “Round 1 is published.”"
    assert "no case is needed" in undone.json()["notes"][0]["text"]


@pytest.mark.parametrize(
    ("action", "status", "code"),
    [
        ({"action": "Pair", "section": "B"}, 404, "no-such-section"),
        ({"action": "Pair", "section": "A"}, 409, "results-missing"),
        ({"action": "Withdraw", "section": "A", "players": [99]}, 409, "no-such-player"),
        ({"action": "EnterResults", "section": "A", "results": [[9, "10"]]}, 409, "no-such-board"),
        (
            {"action": "CorrectResult", "section": "A", "round": 3, "board": 1, "result": "00"},
            409,
            "reason-missing",
        ),
        (
            {"action": "Register", "section": "A", "players": [LONG]},
            409,
            "text-too-long",
        ),
    ],
)
def test_refusals_keep_their_codes(
    program: Program, action: dict[str, object], status: int, code: str
) -> None:
    before = program.sequence()
    answer = program.ask("POST", ACTIONS, action)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["type"] == f"urn:crivello:problem:{code}"
    english = answer.json()["detail"]
    italian = program.ask("POST", ACTIONS, action, accept_language="it-IT, en;q=0.5").json()
    assert italian["code"] == code
    assert italian["detail"] != english
    assert program.sequence() == before


def test_a_refusal_names_its_article(program: Program) -> None:
    change = {"boards": [[1, 2]], "bye": None, "case": "already met"}
    told = program.ask("POST", ACTIONS, {"action": "ChangePublished", "section": "A", **change})
    assert (told.status_code, told.json()["article"]) == (409, "C.04.2.D.10"), told.text


def test_an_impossible_round_says_who_blocks_it(before: Program) -> None:
    apart = [{"players": [1, k]} for k in range(2, 9)]
    assert before.act("t", "SetApart", section="A", forbidden=apart).status_code == 200
    told = before.ask("POST", f"{T}/rounds")
    assert told.status_code == 409, told.text
    assert told.json()["code"] == "impossible"
    assert told.json()["blocked"][0] == told.json()["blocked_numbers"][0] == 1
    assert told.json()["criteria"] == ["C1"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"action": "Pairs", "section": "A"}, ""),
        ({"section": "A"}, ""),
        ([], ""),
        ({"action": "Pair"}, "/section"),
        ({"action": "Pair", "section": 5}, "/section"),
        ({"action": "Pair", "section": "A", "round": "1"}, "/round"),
        ({"action": "Pair", "section": "A", "round": True}, "/round"),
        ({"action": "Pair", "section": "A", "round": 10**13}, "/round"),
        ({"action": "Pair", "section": "A", "rounds": 1}, "/rounds"),
        ({"action": "Pair", "section": "A", "reason": "x" * 3000}, "/reason"),
        ({"action": "Withdraw", "section": "A", "players": {"1": 2}}, "/players"),
        ({"action": "Withdraw", "section": "A", "players": [1, None]}, "/players/1"),
        ({"action": "CancelByes", "section": "A", "byes": [[1, 2, 3]]}, "/byes/0"),
        ({"action": "EnterResults", "section": "A", "results": [[1, "1-0"]]}, "/results/0/1"),
        ({"action": "DrawColour", "section": "A", "colour": "white"}, "/colour"),
        (
            {"action": "Register", "section": "A", "players": [{"id": 0, "number": 0, "elo": 1}]},
            "/players/0/elo",
        ),
        (
            {"action": "OpenSection", "section": "B", "settings": {"scoring": {"unit": 0.5}}},
            "/settings/scoring/unit",
        ),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(
    program: Program, body: object, pointer: str
) -> None:
    answer = program.ask("POST", ACTIONS, body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "not-fitting"
    assert pointer in [one["pointer"] for one in answer.json()["problems"]]
    assert all(one["detail"] for one in answer.json()["problems"])


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 422),
        (b"\xff\xfe", 422),
        (b'{"action": "Pair", "section": "\\ud800"}', 422),
        (b"[" * 100_000, 400),
        (b'{"action": "Pair", "section": "A", "round": ' + b"9" * 5000 + b"}", 400),
        (b'{"action": "Pair", "section": "A", "round": NaN}', 422),
        (b"", 422),
    ],
)
def test_what_is_no_json_is_refused(program: Program, content: bytes, status: int) -> None:
    headers = {"content-type": "application/json"}
    answer = program.client.post("/api/v1" + ACTIONS, content=content, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", f"{A}/rounds/4/publish"),
        ("DELETE", f"{A}/rounds/4"),
        ("POST", f"{A}/rounds/3/publish-results"),
        ("POST", f"{A}/rounds/5/end"),
    ],
)
def test_a_step_is_for_the_round_in_turn(program: Program, method: str, path: str) -> None:
    answer = program.ask(method, path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-round"


def test_steps_in_turn_are_refused_for_their_reasons(program: Program) -> None:
    assert program.ask("POST", f"{A}/rounds/5/publish").json()["code"] == "no-draft"
    assert program.ask("DELETE", f"{A}/rounds/5").json()["code"] == "no-draft"
    assert program.ask("POST", f"{A}/rounds/4/end").status_code == 409
    assert program.ask("PUT", f"{A}/rounds/4/results/99", {"result": "10"}).status_code == 404
    assert program.ask("PUT", f"{A}/rounds/9/results/1", {"result": "10"}).status_code == 404


def test_a_file_needs_a_name_of_its_own(program: Program) -> None:
    assert program.ask("POST", "/tournaments", {"settings": {"rounds": 5}}).status_code == 422
    there = program.ask("POST", "/tournaments", {"settings": {"name": "Demo", "rounds": 5}})
    assert there.status_code == 409
    assert there.json()["code"] == "already-there"
    bad = program.ask("POST", "/tournaments", {"settings": {"name": "New", "system": "chess"}})
    assert bad.status_code in (409, 422), bad.text
    assert not (program.folder / "new.crivello").exists()


def test_a_body_has_a_limit(program: Program) -> None:
    long = {"action": "Pair", "section": "A", "reason": "x" * 3_000_000}
    answer = program.ask("POST", ACTIONS, long)
    assert answer.status_code == 413
    assert answer.json()["code"] == "too-long"


def test_wrong_methods_and_keys_are_problems_too(program: Program) -> None:
    for path in (A, "", "/openapi.json"):
        answer = program.ask("POST", path)
        assert answer.status_code == 405
        assert answer.json()["code"] == "wrong-method"
        assert "GET" in answer.headers["allow"]
    assert program.ask("GET", "/no-such-thing").json()["code"] == "no-such-address"
    assert program.ask("GET", "x").json()["code"] == "no-such-address"
    answer = program.ask("GET", A, authorization="Bearer x")
    assert answer.status_code == 401
    assert answer.json()["code"] == "not-known"
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert program.ask("GET", A, host="desk.example").json()["code"] == "wrong-host"
    assert program.ask("GET", A, origin="https://example.org").json()["code"] == "foreign"


def test_a_forfeit_entered_as_a_result_is_asked_about_in_the_api(before: Program) -> None:
    # C.04.2: 3.2
    before.act("t", "Pair", section="A")
    before.act("t", "Publish", section="A")
    lost = before.get(f"{T}/rounds/1")["boards"][0]["black"]["id"]
    results = [[1, "+-"]]
    before.act("t", "EnterResults", section="A", results=results)
    assert before.get(T)["asked"] == [lost]
    before.act("t", "AnswerNoShows", section="A", players=[lost], plays_on=True)
    assert before.get(T)["asked"] == []


def test_a_player_without_a_rating_is_to_be_estimated_in_the_api(before: Program) -> None:
    # C.04.2: 2.1
    done = before.act("t", "Register", section="A", players=[{"id": 0, "number": 0, "name": "New"}])
    (notice,) = done.json()["notes"]
    assert "no rating that counts and no estimate" in notice["text"]
    assert notice["article"] == "C.04.2: 2.1"
