"""An object has the same JSON on the command line, below `/api/v1`, and in the reference."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, is_typeddict

import pytest

from crivello.desk.actions import Register, SetApart
from crivello.formats.codec import by_letters
from crivello.model.player import Player
from crivello.model.settings import Apart
from crivello.reports.views import SCHEMAS, find_view, schema
from crivello.reports.views.defects import (
    CommandErrorView,
    DefectView,
    ErrorView,
    ProblemView,
    RepairView,
)
from crivello.reports.views.reference import members
from crivello.web.api import PREFIX
from crivello.web.demonstration import build
from crivello.web.shapes import OTHER_NAMES
from tests.cli.calling import EXAMPLE
from tests.cli.desk.prepared import desk
from tests.desk.desks import Clock, fresh, play
from tests.web.api.conftest import Program, serve
from tools import views as reference

FILE = shlex.quote(str(EXAMPLE))

A = "/tournaments/demo/sections/A"
ENVELOPE = {"schema", "warnings", "repairs"}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("demo")
    build(folder)
    (folder / "recovered").mkdir()
    yield from serve(folder)


def answer(folder: Path, words: str) -> Any:
    called = desk(folder, *shlex.split(words), "--json")
    assert called.code in (0, 1), called.err
    return json.loads(called.out)


def bare(value: dict[str, Any]) -> Any:
    return {key: item for key, item in value.items() if key not in ENVELOPE}


def _itself(value: Any) -> Any:
    return value


def _without_text(log: Any) -> Any:
    """Return a log without its texts, as each interface names players in its own way."""
    return {**log, "items": [{**item, "text": ""} for item in log["items"]]}


Part = Callable[[Any], Any]
SAME: list[tuple[str, str, Part, Part]] = [
    ("standings", f"{A}/standings", _itself, _itself),
    ("standings --round 2", f"{A}/standings?after=2", _itself, _itself),
    ("standings --player 6", f"{A}/standings/6", _itself, _itself),
    ("standings --why 1,2", f"{A}/standings/why?one=1&other=2", _itself, _itself),
    ("crosstable", f"{A}/crosstable", _itself, _itself),
    ("crosstable --round 2", f"{A}/crosstable?after=2", _itself, _itself),
    ("card --player 6", f"{A}/cards/6", lambda one: one["tables"][0], _itself),
    ("players", f"{A}/players", _itself, _itself),
    ("players", f"{A}/players/3", lambda one: one["items"][2], _itself),
    (
        "status",
        A,
        lambda one: {k: v for k, v in one["sections"][0].items() if k != "to_do"},
        _itself,
    ),
    ("section", "/tournaments/demo", _itself, _itself),
    ("section", "/tournaments", _itself, lambda all_: all_[0]),
    ("log", "/tournaments/demo/log?limit=1000", _without_text, _without_text),
    ("report", f"{A}/queries", _itself, _itself),
    ("explain --round 4", f"{A}/rounds/4/explanation", _itself, _itself),
    ("explain --round 4 --full", f"{A}/rounds/4/explanation?depth=full", _itself, _itself),
    ("explain --round 4 --player 6", f"{A}/rounds/4/explanation/6", _itself, _itself),
    ("explain --why-not 1-2", f"{A}/rounds/4/why-not/pair?one=1&other=2", _itself, _itself),
    ("explain --round 4 --why-not-bye 6", f"{A}/rounds/4/why-not/bye?player=6", _itself, _itself),
    (
        "explain --round 4 --edition-diff dutch-2026",
        f"{A}/rounds/4/edition-difference?system=dutch-2026",
        _itself,
        _itself,
    ),
]


@pytest.mark.parametrize(("words", "address", "here", "there"), SAME)
def test_both_doors_show_the_same(
    program: Program, words: str, address: str, here: Part, there: Part
) -> None:
    typed = here(bare(answer(program.folder, words)))
    asked = there(program.get(address))
    for one in (typed, asked):
        if isinstance(one, dict):  # only `explain` compares with what the file has
            one.pop("as_published", None)
            one.pop("schema", None)
    assert typed == asked


@pytest.fixture(scope="module")
def reversed_ids(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A desk with permanent ids 1 to 7, and pairing numbers 7 to 1."""
    folder = tmp_path_factory.mktemp("reversed")
    with fresh(folder, 0, rounds=4) as made:
        players = [
            Player(id=i, number=0, name=f"Player {i}", rating=2000 + 10 * i) for i in range(1, 8)
        ]
        made.act(Register("A", tuple(players)))
        play(made, 2)
    yield from serve(folder)


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("standings", "standings"),
        ("standings --category rating=2000-2050", None),
        ("standings --player 2", "standings/6"),
        ("standings --why 1,2", "standings/why?one=7&other=6"),
        ("crosstable", "crosstable"),
        ("card --player 2", "cards/6"),
        ("report", "queries"),
        ("explain --round 2", "rounds/2/explanation"),
        ("explain --round 2 --player 2", "rounds/2/explanation/6"),
        ("explain --round 2 --why-not 1-2", "rounds/2/why-not/pair?one=7&other=6"),
        ("explain --round 2 --why-not-bye 2", "rounds/2/why-not/bye?player=6"),
        (
            "explain --why-not-colour 2 white --round 2",
            "rounds/2/why-not/colour?player=6&colour=w",
        ),
    ],
)
def test_both_doors_give_permanent_ids(
    reversed_ids: Program, words: str, address: str | None
) -> None:
    typed = bare(answer(reversed_ids.folder, words))
    typed.pop("as_published", None)
    if address is None:
        assert all(row["id"] + row["number"] == 8 for row in typed["rows"])
        return
    asked = reversed_ids.get(f"/tournaments/t/sections/A/{address}")
    asked.pop("schema", None)
    assert (typed["tables"][0] if "card" in words else typed) == asked


def test_a_check_gives_permanent_ids(reversed_ids: Program) -> None:
    (checked,) = answer(reversed_ids.folder, "check --system dubov-2026")["files"]
    assert "different" in [this["verdict"] for this in checked["rounds"]]
    for number, this in enumerate(checked["rounds"], start=1):
        published = reversed_ids.get(f"/tournaments/t/sections/A/rounds/{number}")
        boards = [[board["white"]["id"], board["black"]["id"]] for board in published["boards"]]
        assert this["actual"] is None or this["actual"]["boards"] == sorted(boards)


def test_people_read_pairing_numbers(reversed_ids: Program) -> None:
    (line,) = desk(reversed_ids.folder, "card", "--player", "2").out.splitlines()[1:2]
    assert "2 Player 6" in line
    assert desk(reversed_ids.folder, "card", "--player", "8", "--json").code == 3


def test_a_round_is_the_same_drafted_and_published(tmp_path: Path) -> None:
    fresh(tmp_path, clock=Clock()).close()
    base = "/tournaments/t/sections/A"
    preview = bare(answer(tmp_path, "pair --preview"))
    for program in serve(tmp_path):
        assert preview == program.get(f"{base}/preview")
    for words in ("pair", "publish --yes"):
        done = answer(tmp_path, words)
        (event,) = done["events"]
        for program in serve(tmp_path):
            assert done["pairing"] == program.get(f"{base}/rounds/1")
            last = program.get("/tournaments/t/log")["items"][-1]
            assert {name: event[name] for name in ("sequence", "type", "event")} == {
                name: last[name] for name in ("sequence", "type", "event")
            }


EVERY = {
    "pair FILE": f"pair {FILE}",
    "standings": "standings",
    "standings --player": "standings --player 6",
    "standings --why": "standings --why 1,2",
    "standings --statistics": "standings --statistics",
    "crosstable": "crosstable",
    "card": "card",
    "ratings": "ratings",
    "ratings --player": "ratings --player 6",
    "norms": "norms",
    "norms --player": "norms --player 6",
    "explain": "explain --round 4",
    "teach": "teach rounds --players 9",
    "check": "check",
    "report": "report",
    "convert": f"convert {FILE} out.trf --to trf16",
    "systems": "systems",
    "COMMAND FILE FILE …": f"crosstable {FILE} demo.crivello",
    "site": "site pages",
    "status": "status",
    "section": "section",
    "set": "set",
    "players": "players",
    "log": "log",
    "verify": "verify",
    "seal": "seal",
    "recover": "recover demo.crivello recovered/saved.crivello",
    "lists": "lists",
    "every command that does something": "keep-apart",
}


@pytest.mark.parametrize("command", EVERY)
def test_every_answer_is_as_its_view(program: Program, command: str) -> None:
    value = answer(program.folder, EVERY[command])
    (name,) = [name for name, one in SCHEMAS.items() if command in one.commands]
    assert value["schema"] == schema(name)
    for warning in value.pop("warnings"):
        conforms(warning, DefectView, "warnings")
    for repair in value.pop("repairs", []):
        conforms(repair, RepairView, "repairs")
    if name != "explanation":
        value.pop("schema")
    conforms(value, SCHEMAS[name].kind, name)


def test_an_error_is_as_its_view(tmp_path: Path) -> None:
    (tmp_path / "bad.trf").write_text("001 nothing\n", encoding="utf-8")
    for words in (("pair", "bad.trf"), ("pair", "none.trf"), ("pair", "--nonsense")):
        called = desk(tmp_path, *words, "--json")
        assert called.code
        conforms(json.loads(called.err)["error"], CommandErrorView, "error")


T = "/tournaments/t/sections/A"
REFUSED: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "no-draft": ("publish --yes", f"{T}/rounds/1/publish", None),
    "nothing-to-redo": ("redo", "/tournaments/t/redo", {}),
    "too-many-byes": (
        "bye 3 1 2 3",
        "/tournaments/t/actions",
        {
            "action": "RequestByes",
            "section": "A",
            "byes": [{"player": 3, "round": n, "bye": "H"} for n in (1, 2, 3)],
        },
    ),
    "impossible": ("pair", f"{T}/rounds", None),
}


@pytest.mark.parametrize("code", REFUSED)
def test_both_doors_refuse_with_the_same(tmp_path: Path, code: str) -> None:
    words, address, body = REFUSED[code]
    with fresh(tmp_path, 8, rounds=4, clock=Clock()) as made:
        if code == "impossible":
            made.act(SetApart("A", tuple(Apart((1, other)) for other in range(2, 9))))
    for program in serve(tmp_path):
        asked = program.ask("POST", address, body).json()
    typed = json.loads(desk(tmp_path, *shlex.split(words), "--json").err)["error"]
    conforms(asked, ProblemView, code)
    conforms(typed, CommandErrorView, code)
    assert typed["code"] == code
    for member in members(ErrorView):
        assert typed[member.name] == asked[member.name], member.name


def test_a_refusal_says_what_to_do_as_a_value(tmp_path: Path) -> None:
    fresh(tmp_path, clock=Clock()).close()
    refused = json.loads(desk(tmp_path, "publish", "--yes", "--json").err)["error"]
    assert refused["remedy"] == {"todo": "pair", "key": "", "value": ""}
    assert refused["command"].startswith("crivello pair")
    wrong = json.loads(desk(tmp_path, "publish", "--nonsense", "--json").err)["error"]
    assert (wrong["code"], wrong["remedy"]) == ("usage-error", None)


def test_what_does_not_fit_is_a_problem_as_its_view(program: Program) -> None:
    answered = program.ask("POST", "/tournaments/demo/actions", {"action": "Pair"})
    conforms(answered.json(), ProblemView, "not-fitting")
    for path in ("/nothing", "/tournaments/none"):
        conforms(program.ask("GET", path).json(), ProblemView, path)


def test_every_address_of_the_reference_answers_as_it_says(program: Program) -> None:
    described = program.get("/openapi.json")
    told: list[tuple[str, Any, bool]] = []
    for one in SCHEMAS.values():
        told += [(address, one.kind, False) for address in one.addresses]
        told += [(address, one.kind, True) for address in one.lists]
        told += [(address, find_view(view), False) for address, view in one.parts]
    for address, view, many in told:
        path = PREFIX + address.replace("…", "/tournaments/{file}/sections/{section}")
        answered = described["paths"][path]["get"]["responses"]["200"]["content"]
        shown = answered["application/json"]["schema"]
        assert ("items" in shown) == many, address
        name = shown.get("items", shown)["$ref"].rpartition("/")[2]
        title = described["components"]["schemas"][name]["title"]
        plain = view.__name__.removesuffix("View")
        assert title == OTHER_NAMES.get(view.__name__, plain), address


def test_the_reference_is_made_from_the_views() -> None:
    assert reference.PATH.read_text(encoding="utf-8") == reference.reference()


def conforms(value: Any, kind: Any, path: str) -> None:
    """Fail unless a JSON value has the members and types of a view."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return
    if origin is Annotated:
        if isinstance(arguments[1], type) and issubclass(arguments[1], Enum):
            assert value in by_letters(arguments[1]), (path, value)
        else:
            assert isinstance(value, dict), (path, value)
    elif origin in (Union, UnionType):
        if value is None:
            assert NoneType in arguments, path
            return
        fitting = [one for one in arguments if one is not NoneType and _fits(value, one, path)]
        assert fitting, (path, value)
    elif origin is list:
        assert isinstance(value, list), (path, value)
        for place, item in enumerate(value):
            conforms(item, arguments[0], f"{path}/{place}")
    elif origin is tuple:
        assert isinstance(value, list), (path, value)
        for item, one in zip(value, arguments, strict=True):
            conforms(item, one, path)
    elif origin is dict:
        assert isinstance(value, dict), (path, value)
        for key, item in value.items():
            conforms(item, arguments[1], f"{path}/{key}")
    elif is_typeddict(kind):
        known = {one.name: one for one in members(kind)}
        assert set(value) <= set(known), (path, set(value) - set(known))
        for name, one in known.items():
            assert name in value or not one.required, (path, name)
            if name in value:
                conforms(value[name], one.kind, f"{path}/{name}")
    else:
        assert type(value) is kind, (path, value)


def _fits(value: Any, kind: Any, path: str) -> bool:
    try:
        conforms(value, kind, path)
    except AssertionError:
        return False
    return True
