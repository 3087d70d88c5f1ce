"""Tie-breaks and systems of one's own: registered in a script, or installed as a package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import crivello as cv
from crivello.desk import Desk, Refusal, actions
from crivello.desk.announcement import Announcement
from crivello.model.settings import Settings
from tests.cli.calling import call

ROOT = Path(__file__).resolve().parents[2]


def club(**settings: Any) -> cv.Tournament:
    names = ["Ada", "Ben", "Cleo", "Dan", "Eva"]
    return cv.Tournament.new("Club", 3, names, initial_colour="white", **settings)


def played(t: cv.Tournament) -> cv.Tournament:
    return t.with_pairing(cv.pair(t)).with_results(["1-0", "½"])


@pytest.fixture
def neighbours() -> None:
    @cv.register_system("neighbours", "Neighbours by number")
    def pairs(t: cv.Tournament, players: Sequence[cv.Player]) -> list[tuple[int, int]]:
        ids = [one.id for one in players]
        return list(zip(ids[::2], ids[1::2], strict=False))


# Tie-breaks


def test_a_tie_break_of_a_script_ranks_and_is_marked() -> None:
    @cv.register_tie_break("HALVES", "half points", "Draws, by halves.")
    def halves(card: cv.Scorecard, cards: Mapping[int, cv.Scorecard]) -> Fraction | None:
        if card.player.name == "Eva":
            return None
        return Fraction(sum(one.award is cv.Award.DRAW for one in card), 2)

    table = cv.standings(played(club()), ["HALVES"])
    values = {row.player.name: row["HALVES"] for row in table}
    assert values["Eva"] is None
    assert sorted(str(one) for one in values.values() if one is not None) == ["0", "0", "½", "½"]
    assert "HALVES: half points (not FIDE's; from tests.front.test_plug_ins)" in table.notes
    assert table.to_json()["not_fide"] == {"HALVES": "tests.front.test_plug_ins"}
    assert "not_fide" not in cv.standings(played(club()), ["BH"]).to_json()


def test_a_scorecard_has_every_round_of_a_player() -> None:
    seen: dict[str, cv.Scorecard] = {}

    @cv.register_tie_break("LOOK", "look", lower_is_better=True)
    def look(card: cv.Scorecard, cards: Mapping[int, cv.Scorecard]) -> int:
        seen[card.player.name] = card
        assert cards[card.player.id] is card
        return card.player.number

    t = played(club())
    assert [row.player.name for row in cv.standings(t, ["LOOK"])][-1] in ("Dan", "Cleo", "Ben")
    free = next(card for card in seen.values() if card[0].opponent is None)
    assert (free[0].played, free[0].points, free.points) == (False, cv.Score(1), cv.Score(1))
    assert {card.points for card in seen.values()} == {cv.Score(1), cv.Score("½"), cv.Score(0)}
    assert all(len(card) == 1 for card in seen.values())


def test_a_tie_break_that_fails_is_named_and_left_out() -> None:
    @cv.register_tie_break("BOOM", "boom")
    def boom(card: cv.Scorecard, cards: Mapping[int, cv.Scorecard]) -> float:
        return 1 / 0

    table = cv.standings(played(club()), ["BOOM", "BH"])
    assert [code for code, _ in table[0].tie_breaks] == ["BH"]
    assert any("BOOM is left out" in one and "ZeroDivisionError" in one for one in table.notes)


def test_a_code_of_fide_or_of_another_package_is_not_replaced() -> None:
    for code in ("BH", "EMMSB"):
        with pytest.raises(cv.Illegal, match="taken already, by FIDE"):
            cv.register_tie_break(code, "mine")(lambda card, cards: 1)
    for code in ("bh", "B", "A-B", ""):
        with pytest.raises(cv.Illegal, match="capital letters"):
            cv.register_tie_break(code, "mine")
    with pytest.raises(cv.Illegal, match="without braces"):
        cv.register_tie_break("MINE", "{x}")


# Systems


@pytest.mark.usefixtures("neighbours")
def test_a_system_of_a_script_pairs_and_is_checked() -> None:
    t = played(club(system="neighbours"))
    pairing = cv.pair(t)
    assert (pairing.round, pairing.system, pairing.bye) == (2, "neighbours", 5)
    assert [tuple(board) for board in pairing] == [(1, 2), (3, 4)]
    assert [one.verdict for one in cv.check(t)] == ["same"]
    other = cv.Round((cv.Game(2, 1), cv.Game(3, 4)), ((5, cv.Bye.PAIRING_ALLOCATED),))
    wrong = cv.Tournament(t.players, (other,), t.settings)
    assert [one.verdict for one in cv.check(wrong)] == ["different"]


@pytest.mark.usefixtures("neighbours")
def test_a_system_without_a_narrator_says_that_it_gives_no_reasons() -> None:
    t = played(club(system="neighbours"))
    asked: list[Any] = [
        lambda: cv.explain(t),
        lambda: cv.explain(t, player="Ada"),
        lambda: cv.bracket_map(t),
    ]
    for ask in asked:
        with pytest.raises(cv.Unsupported, match="gives no reasons"):
            ask()


@pytest.mark.usefixtures("neighbours")
def test_absent_players_are_not_given_to_the_system() -> None:
    t = club(system="neighbours").bye("Ben").withdraw("Cleo")
    assert [tuple(board) for board in cv.pair(t)] == [(1, 4)]


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([(1, 2)], "did not pair the round.*3, 4, 5"),
        ([(1, 2), (3, 3)], "did not pair the round"),
        ([(1, 2), (3, 9)], "did not pair the round"),
        ([(1, 2), (3, 4, 5)], r"returned \(3, 4, 5\)"),
        ([(1, 2), "34"], "returned '34'"),
        (None, "failed: TypeError"),
    ],
)
def test_boards_that_are_not_a_round_are_refused(pairs: Any, said: str) -> None:
    cv.register_system("broken", "Broken")(lambda t, players: pairs)
    with pytest.raises(cv.Illegal, match=said):
        cv.pair(club(system="broken"))


def test_a_key_of_ours_is_not_replaced() -> None:
    for key in ("dutch", "dutch-2026", "roundrobin"):
        with pytest.raises(cv.Illegal, match="taken already, by crivello"):
            cv.register_system(key, "mine")(lambda t, players: [])
    with pytest.raises(cv.Illegal, match="small letters"):
        cv.register_system("Mine", "mine")


@pytest.mark.usefixtures("neighbours")
def test_fide_mode_refuses_plug_ins(tmp_path: Path) -> None:
    cv.register_tie_break("MINE", "mine")(lambda card, cards: 1)
    for given, code in (
        ({"system": "neighbours"}, "system-of-plug-in"),
        ({"system": "dutch-2026", "tie_breaks": ("BH", "MINE")}, "tie-break-of-plug-in"),
    ):
        settings: Any = Settings(name="Club", rounds=3, **given)
        strict = actions.OpenSection("A", settings, Announcement(fide_mode=True))
        with pytest.raises(Refusal) as caught:
            Desk.create(tmp_path / f"{code}.crivello", strict, actor="Ann")
        assert caught.value.code == code
        free = actions.OpenSection("A", settings, Announcement(fide_mode=False))
        Desk.create(tmp_path / f"{code}.crivello", free, actor="Ann", reason="club").close()


@pytest.mark.usefixtures("neighbours")
def test_the_desk_pairs_and_publishes_a_round_of_a_plug_in(tmp_path: Path) -> None:
    path = str(tmp_path / "club.crivello")
    new = ["new", path, "name=Club", "rounds=3", "system=neighbours", "fide-mode=no"]
    assert call(*new, "--reason", "club evening").code == 0
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        assert call("add", name, "-t", path).code == 0
    for words in (["present", "--all"], ["draw", "white"], ["pair"], ["publish"]):
        done = call(*words, "-t", path)
        assert done.code == 0, (words, done.err)
    shown = call("explain", "-t", path)
    assert shown.code != 0
    assert "gives no reasons" in shown.err


# File formats


def lines(t: cv.Tournament) -> str:
    return "".join(f"{one.name};{one.rating}\n" for one in t)


def of_lines(data: bytes) -> cv.Tournament:
    rows = (line.split(";") for line in data.decode().splitlines())
    return cv.Tournament.new("Lines", players=[(name, int(rating)) for name, rating in rows])


def test_a_format_of_a_script_is_read_and_written_by_its_ending(tmp_path: Path) -> None:
    cv.register_format("lines", ".lin", "Lines", read=of_lines, write=lines)
    path = tmp_path / "t.lin"
    assert cv.write(cv.example(), path) == ()
    assert path.read_text().startswith("Alice;2500\n")
    assert [one.name for one in cv.read(path)] == [one.name for one in cv.example()]
    again = tmp_path / "again.lin"
    done = call("convert", str(path), str(again))
    assert (done.code, done.err) == (0, f"{again} written (14 players, 0 rounds).\n")
    assert again.read_text() == path.read_text()
    assert call("convert", str(path), "-", "--to", "lines").out == path.read_text()
    assert call("pair", str(path), "--system", "dutch", "--initial-colour", "white").code == 0


def test_a_format_that_fails_is_named(tmp_path: Path) -> None:
    def fail(t: Any) -> Any:
        raise ZeroDivisionError("no")

    cv.register_format("bad", ".bad", "Bad", read=fail, write=fail)
    path = tmp_path / "t.bad"
    path.write_text("x")
    asked: list[Any] = [lambda: cv.read(path), lambda: cv.write(cv.example(), path)]
    for ask in asked:
        with pytest.raises(cv.Malformed, match=r"bad of .*test_plug_ins failed: ZeroDivisionError"):
            ask()
    assert path.read_text() == "x"
    cv.register_format("onlyin", ".oin", "In", read=of_lines)
    with pytest.raises(cv.Illegal, match="can be read, not written"):
        cv.write(cv.example(), tmp_path / "t.oin")
    cv.register_format("onlyout", ".oout", "Out", write=lines)
    (tmp_path / "t.oout").write_text("x")
    with pytest.raises(cv.Malformed, match="can be written, not read"):
        cv.read(tmp_path / "t.oout")
    done = call("convert", str(path), str(tmp_path / "t.what"))
    assert "json, csv, chess-results, bad, onlyout." in done.err


def test_a_format_of_ours_is_not_replaced() -> None:
    for ending in (".trf", ".json", ".tunx"):
        with pytest.raises(cv.Illegal, match="taken already, by crivello"):
            cv.register_format("mine", ending, "Mine", read=of_lines)
    for key, ending in (("Mine", ".x"), ("mine", "x"), ("mine", ".X")):
        with pytest.raises(cv.Illegal, match="small letters"):
            cv.register_format(key, ending, "Mine", read=of_lines)
    with pytest.raises(cv.Illegal, match="needs a function"):
        cv.register_format("mine", ".min", "Mine")


# Prints


def test_a_print_of_a_script_is_a_page_in_every_form() -> None:
    @cv.register_print("whites", "Games with White")
    def whites(t: cv.Tournament, round: int) -> list[dict[str, Any]]:
        games = [game for this in t.rounds[:round] for game in this.games]
        return [
            {"name": one.name, "whites": sum(game.white == one.id for game in games), "half": 0.5}
            for one in t
        ]

    example = str(ROOT / "src/crivello/examples/before-round-4.trf")
    assert call("print", "whites", example, "--to", "csv").out.splitlines()[:2] == [
        "name,whites,half",
        "Alice,1,0.5",
    ]
    page = call("print", "whites", example, "--round", "1").out
    assert "Games with White" in page
    assert "From the package tests.front.test_plug_ins." in page
    assert cv.table(cv.example(), "whites")[0] == {
        "name": "Alice", "whites": 1, "half": cv.Score("0.5")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [(lambda: [1], "expected rows"), (lambda: 1 / 0, "failed: ZeroDivisionError")],
)
def test_a_print_that_fails_is_named(rows: Any, said: str) -> None:
    cv.register_print("mine", "Mine")(lambda t, round: rows())
    done = call("print", "mine", str(ROOT / "src/crivello/examples/before-round-4.trf"))
    assert done.code != 0
    assert said in done.err
    assert "tests.front.test_plug_ins" in done.err
    with pytest.raises(cv.Illegal, match="taken already, by crivello"):
        cv.register_print("standings", "Mine")(lambda t, round: [])


# A package


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the example and a broken package are installed."""
    folder = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    install += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(folder)]
    subprocess.run([*install, ROOT / "examples" / "club-rules"], check=True, capture_output=True)
    broken = folder / "broken_rules-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-rules\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text(
        "[crivello.tie_breaks]\nSILLY = nowhere:silly\n[crivello.systems]\nsilly = nowhere:silly\n"
        "[crivello.formats]\nsilly = nowhere:silly\n[crivello.prints]\nsilly = nowhere:silly\n"
    )
    return folder


def program(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), str(ROOT / "src")])
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "crivello", *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.process
def test_an_installed_package_is_used_by_the_commands(site: Path, tmp_path: Path) -> None:
    listed = program(site, "systems")
    assert "keizer" in listed.stdout
    assert "not FIDE's; from club-rules" in listed.stdout
    assert "silly of the package broken-rules cannot be loaded: ModuleNotFoundError" in (
        listed.stdout
    )
    view = json.loads(program(site, "systems", "--json").stdout)
    found = {one["key"]: one for one in view["systems"]}
    assert found["keizer"]["plug_in"] == "club-rules"
    assert "plug_in" not in found["dutch-2026"]

    assert [(one["kind"], one["name"]) for one in view["plug_ins"]] == [
        ("tie-break", "KASHDAN"), ("format", "members"), ("print", "whites")
    ]  # fmt: skip
    assert [one["name"].lower() for one in view["broken"]] == ["silly"] * 4, view["broken"]
    assert "File format members of club-rules: Members of our club" in listed.stdout

    t = tmp_path / "t.trf"
    assert program(site, "example", "--output", str(t)).returncode == 0
    table = program(site, "standings", str(t), "--tie-breaks", "KASHDAN")
    assert "KASHDAN: Kashdan (not FIDE's; from club-rules)" in table.stdout
    paired = program(site, "pair", str(t), "--system", "keizer", "--json")
    assert json.loads(paired.stdout)["system"] == "keizer", paired.stderr
    told = program(site, "explain", str(t), "--system", "keizer")
    assert (told.returncode, "gives no reasons" in told.stderr) == (3, True)
    members = tmp_path / "club.members"
    assert "club.members written" in program(site, "convert", str(t), str(members)).stderr
    assert members.read_text().startswith("Alice 2500\n")
    assert "Alice" in program(site, "print", "players", str(members), "--to", "text").stdout
    printed = program(site, "print", "whites", str(t), "--to", "csv")
    assert printed.stdout.startswith("name,whites\nAlice,1\n"), printed.stderr
    checked = program(site, "check", str(t), "--system", "keizer")
    assert "keizer" in checked.stdout, checked.stderr


@pytest.mark.process
def test_a_package_that_cannot_be_loaded_is_named(site: Path) -> None:
    example = str(ROOT / "src/crivello/examples/before-round-4.trf")
    told = program(site, "standings", example, "--tie-breaks", "SILLY")
    assert "SILLY of the package broken-rules cannot be loaded" in told.stderr
    told = program(site, "pair", example, "--system", "silly")
    assert "silly of the package broken-rules cannot be loaded" in told.stderr
    told = program(site, "print", "silly", example)
    assert "silly of the package broken-rules cannot be loaded" in told.stderr
    assert program(site, "standings", example, "--tie-breaks", "BH").returncode == 0
