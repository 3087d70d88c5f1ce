"""The names that `import crivello` offers."""

import copy
import json
import pickle
import re
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import crivello as cv
from crivello.model.keys import SYSTEMS
from crivello.model.tournament import Tournament as ModelTournament
from tests.cli.calling import call

EXAMPLE = Path(cv.__file__).parent / "examples" / "before-round-4.trf"
EVERYTHING = {name: getattr(cv, name) for name in cv.__all__}


@pytest.fixture
def t() -> cv.Tournament:
    players: list[Any] = [
        ("Ada", 2400, "IM"),
        cv.Player("Ben", 2300),
        "Cleo",
        {"name": "Dan", "rating": 2350},
    ]
    return cv.Tournament.new("Open", 5, players, initial_colour="white", system="dutch-2026")


@pytest.fixture
def played(t: cv.Tournament) -> cv.Tournament:
    t = t.with_pairing(cv.pair(t)).with_results(["1-0", "½"])
    return t.with_pairing(cv.pair(t)).with_results({1: "0-1", 2: "1-0"})


def test_every_name_of_the_front_is_there() -> None:
    for name in cv.__all__:
        assert getattr(cv, name) is not None
    assert set(cv.__all__) <= set(dir(cv))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = cv.nothing


def test_functions_stay_functions_when_rooms_of_the_same_name_are_loaded() -> None:
    code = (
        "import crivello.explain.render, crivello.standings.standings, crivello as cv;"
        "t = cv.generate(4, 2); cv.check(t); print(cv.explain(t).round, len(cv.standings(t)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["2", "4"]


# Reading and writing


def test_reading_by_path_or_from_bytes_gives_the_same_tournament() -> None:
    tournament = cv.read(EXAMPLE)
    assert tournament == cv.read(str(EXAMPLE)) == cv.read(EXAMPLE.read_bytes())
    assert tournament == cv.example()
    assert isinstance(tournament, cv.Tournament)
    with pytest.raises(cv.Malformed) as caught:
        cv.read(b"nonsense")
    assert caught.value.problems[0].line == 1


def test_warnings_and_repairs_of_a_file_are_reachable() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    cut = "\n".join([*lines, "001 nonsense"]).encode()
    with pytest.raises(cv.CrivelloError):
        cv.read(cut)
    mended = cv.read(cut, tolerant=True)
    assert mended.repairs
    assert all(one.line and one.taken for one in mended.repairs)
    assert mended.with_settings(name="Other").repairs == mended.repairs
    assert pickle.loads(pickle.dumps(mended)).repairs == mended.repairs
    if any(one.changes_pairing for one in mended.repairs):
        with pytest.raises(cv.Illegal, match="repair"):
            cv.pair(mended)


@pytest.mark.parametrize("name", ["t.trf", "t.json"])
def test_what_is_written_is_read_again(tmp_path: Path, played: cv.Tournament, name: str) -> None:
    assert cv.write(played, tmp_path / name) == ()
    assert cv.read(tmp_path / name).rounds == played.rounds
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_losses_are_given_back_and_an_unknown_form_is_refused(
    tmp_path: Path, t: cv.Tournament
) -> None:
    (lost,) = cv.write(t, tmp_path / "players.csv")
    assert "everything but the players" in str(lost)
    with pytest.raises(cv.Illegal, match="is not a file format"):
        cv.write(t, tmp_path / "t.doc")
    with pytest.raises(cv.Illegal, match="is not a file format"):
        cv.write(t, tmp_path / "t")
    with pytest.raises(FileNotFoundError, match=r"nowhere.t\.trf'"):
        cv.write(t, tmp_path / "nowhere" / "t.trf")
    assert list(tmp_path.glob("t*")) == []


# Building a tournament


def test_players_are_numbered_by_rating_title_and_alphabet(t: cv.Tournament) -> None:
    assert [(one.id, one.number, one.name) for one in t] == [
        (1, 1, "Ada"),
        (2, 2, "Dan"),
        (3, 3, "Ben"),
        (4, 4, "Cleo"),
    ]
    assert t.player("Ada").title is cv.Title.IM
    assert "Dan" in t
    assert "Eva" not in t
    assert len(t) == 4


def test_players_as_a_mapping_of_names_to_ratings() -> None:
    t = cv.Tournament.new("Open", 5, {"Ada": 1900, "Ben": 2000, "Cleo": None})
    assert [(one.name, one.rating) for one in t] == [("Ben", 2000), ("Ada", 1900), ("Cleo", None)]


def test_a_late_entry_gets_a_number_and_no_id_moves(played: cv.Tournament) -> None:
    late = played.add_player(cv.Player("Eva", 2360))
    assert [(one.name, one.id, one.number) for one in late] == [
        ("Ada", 1, 1),
        ("Eva", 5, 2),
        ("Dan", 2, 3),
        ("Ben", 3, 4),
        ("Cleo", 4, 5),
    ]
    assert late.player("Eva").entered == 3
    assert cv.pair(late).bye is not None


def test_who_withdraws_is_not_paired(played: cv.Tournament) -> None:
    left = played.withdraw("Ada")
    assert left.player("Ada").withdrawn_after == 2
    pairing = cv.pair(left)
    assert 1 not in {player for board in pairing for player in board} | {pairing.bye}
    with pytest.raises(cv.Illegal, match="withdrew after round 1"):
        played.withdraw("Ada", after=1)


def test_requested_byes(t: cv.Tournament) -> None:
    absent = t.bye("Ada").bye(2, kind="zero").bye("Ben", round=4, kind=cv.Bye.FULL_POINT)
    pairing = cv.pair(absent)
    assert {*pairing[0]} == {3, 4}
    after = absent.with_pairing(pairing)
    assert after.round(1).byes == ((1, cv.Bye.HALF_POINT), (2, cv.Bye.ZERO_POINT))
    assert after.round(4).byes == ((3, cv.Bye.FULL_POINT),)
    assert cv.standings(after.with_results(["1-0"]))[1].player.name == "Ada"
    for refused in ("U", "quarter"):
        with pytest.raises(cv.WordError, match="half, full or zero"):
            t.bye("Ada", kind=refused)
    with pytest.raises(cv.Illegal, match="Round 1 has been paired"):
        after.bye("Ben", round=1)


def test_results_by_board_by_players_and_in_order(t: cv.Tournament) -> None:
    t = t.with_pairing(cv.pair(t))
    assert [(board.white, board.black) for board in cv.pair(t, 1)] == [(1, 3), (4, 2)]
    by_board = t.with_results({1: "1-0", 2: "1/2"})
    assert by_board == t.with_results(["1:0", "="])
    assert by_board == t.with_results({("Ada", "Ben"): "1-0", (4, 2): "½-½"})
    assert by_board == t.with_results({("Ben", "Ada"): "0-1", ("Dan", "Cleo"): cv.Result.DRAW})
    assert by_board.with_results({1: None, 2: None}) == t
    with pytest.raises(cv.Illegal) as caught:
        t.with_results({1: "2-0", 3: "1-0", ("Ada", "Dan"): "1-0", "x": "1-0", 2: 1})  # type: ignore[dict-item]
    assert [str(problem) for problem in caught.value.problems] == [
        "'2-0' is not a result. Write 1-0, 0-1, 1/2, 1f-0f, 0f-1f, 0f-0f, 0-0, 1/2-0, 0-1/2, "
        "1-0u, adj, none.",
        "Round 1 has no board 3; there are: 1-2.",
        "Round 1 has no game of Ada and Dan.",
        "Results are given by board, as 3, or by pair, as (4, 9); not by str.",
        "'int' is not a result. Write 1-0, 0-1, 1/2, 1f-0f, 0f-1f, 0f-0f, 0-0, 1/2-0, 0-1/2, "
        "1-0u, adj, none.",
    ]
    with pytest.raises(cv.Illegal, match=r"^A result cannot be entered: Round 1 has no board 7"):
        t.with_results({7: "1-0"})
    with pytest.raises(cv.Illegal, match="3 results for 2 boards"):
        t.with_results(["1-0"] * 3)


def test_a_pairing_fits_the_next_round_only(t: cv.Tournament) -> None:
    first = cv.pair(t)
    paired = t.with_pairing(first)
    with pytest.raises(cv.Illegal, match="a pairing of round 1; the next one is round 2"):
        paired.with_pairing(first)
    with pytest.raises(cv.Illegal, match="player 9, who does not exist"):
        t.with_pairing(cv.RoundPairing(1, "mine", [cv.Board(1, 9)]))


def test_names_are_found_by_their_words(t: cv.Tournament) -> None:
    more = t.add_player("Müller, Jörg").add_player("Müller, Eva")
    assert more.player("jorg muller").name == "Müller, Jörg"
    with pytest.raises(cv.Illegal, match="can be more than one player: 6 Müller, Eva; 5 Müller"):
        more.player("Müller")
    with pytest.raises(cv.Illegal, match="No player matches 'Zoe'"):
        more.player("Zoe")


# Pairing, standings, explanations, checks


def test_pairing_the_next_round_and_an_earlier_one() -> None:
    tournament = cv.read(EXAMPLE)
    pairing = cv.pair(tournament)
    assert (pairing.round, pairing.system, pairing.bye) == (4, "dutch-2017", None)
    assert [str(board) for board in pairing[:2]] == ["6-2", "4-5"]
    again = cv.pair(tournament, round=2)
    assert (again.round, again.bye) == (2, 14)


def test_the_edition_may_be_named_or_left_to_a_date() -> None:
    tournament = cv.Tournament.new("Open", None, list("abcd"))
    assert cv.pair(tournament, date="2020-01-01").system == "dutch-2017"
    assert cv.pair(tournament, date="2026-03-01").system == "dutch-2026"
    assert cv.pair(tournament, system="dutch-2017", date="2026-03-01").system == "dutch-2017"
    with pytest.raises(cv.Unsupported):
        cv.pair(tournament, system="basel")


def test_standings_have_numbers_and_no_units(played: cv.Tournament) -> None:
    table = cv.standings(played, ["BH", "SB", "DE"], after=1)
    assert [(row.player.name, row.points) for row in table] == [
        ("Ada", 1),
        ("Dan", Fraction(1, 2)),
        ("Cleo", Fraction(1, 2)),
        ("Ben", 0),
    ]
    assert [str(row["SB"]) for row in table] == ["0", "0.25", "0.25", "0"]
    assert cv.standings(played, ["ARO/U1000"], after=1)[0]["ARO/U1000"] == 2300
    assert all(isinstance(row.points, cv.Score) for row in table)
    assert [row.rank for row in table[1:3]] == [2, 2]
    with pytest.raises(cv.Illegal, match="There is no tie-break 'X' in these standings"):
        table[0]["X"]


def test_a_third_of_a_point_stays_exact(t: cv.Tournament) -> None:
    t = t.with_settings(scoring=cv.Scoring(win=1, draw="1/3"))
    t = t.with_pairing(cv.pair(t)).with_results(["½", "1-0"])
    assert [str(row.points) for row in cv.standings(t)] == ["1", "1/3", "1/3", "0"]
    assert t.settings.scoring.half_point_bye == Fraction(1, 3)


def test_an_explanation_in_every_form(played: cv.Tournament) -> None:
    told = cv.explain(played, round=2, player="Ada", language="it")
    assert (told.round, told.language, told.system) == (2, "it", "dutch-2026")
    assert told.title in told.text()
    assert told.text() == str(told)
    assert told.markdown().startswith("## ")
    assert "<section" in told.html()
    assert told.to_json()["paragraphs"][0]["text"] == told[0]
    assert list(told)[:2] == told[:2]
    assert len(told) == len(list(told))
    assert told == cv.explain(played, 2, 1, language="it")
    assert told != cv.explain(played, 2, 1)
    assert len(cv.explain(played, depth="full")) > len(cv.explain(played, depth="brief"))
    assert "meet" in cv.why_not(played, 2, pair=(1, "Ben")).title
    assert "bye" in cv.why_not(played, bye="Ada", round=1).title
    assert "White" in cv.why_not(played, 2, colour=("Ada", "white")).title


def answer(*words: str) -> Any:
    """Return the JSON of a command about the example."""
    done = call(*words, str(EXAMPLE), "--json")
    assert done.code == 0
    value = json.loads(done.out)
    return {key: one for key, one in value.items() if key not in ("schema", "warnings")}


READERS = ("player", "arbiter", "student")


@pytest.mark.parametrize("depth", READERS)
def test_the_readers_of_the_command_line(depth: str) -> None:
    """Each depth gives the same text as on the command line; none is ignored."""
    t = cv.example()

    def told(*question: str) -> Any:
        return answer("explain", "--round", "4", "--depth", depth, *question)["paragraphs"]

    def given(explanation: cv.Explanation) -> Any:
        return explanation.to_json()["paragraphs"]

    assert given(cv.explain(t, 4, "Elisa", depth=depth)) == told("--player", "5")
    assert given(cv.why_not(t, 4, pair=(5, 1), depth=depth)) == told("--why-not", "5-1")
    assert given(cv.why_not(t, 4, bye=5, depth=depth)) == told("--why-not-bye", "5")
    colour = cv.why_not(t, 4, colour=(5, "white"), depth=depth)
    assert given(colour) == told("--why-not-colour", "5", "white")
    assert given(cv.explain(t, 4, depth=depth)) == told()


def test_every_depth_says_something_of_its_own() -> None:
    t = cv.example()
    whole = {depth: str(cv.explain(t, 4, depth=depth)) for depth in ("brief", "normal", "full")}
    one = {depth: str(cv.explain(t, 4, 5, depth=depth)) for depth in READERS}
    other = {depth: str(cv.why_not(t, 4, pair=(5, 1), depth=depth)) for depth in READERS}
    for texts in (whole, one, other):
        assert len(set(texts.values())) == 3
    assert str(cv.explain(t, 4, 5)) == one["arbiter"]
    assert str(cv.explain(t, 4, 5, depth="full")) == one["student"]
    with pytest.raises(cv.WordError, match="choose brief, normal or full, or a reader"):
        cv.explain(t, 4, 5, depth="deep")
    with pytest.raises(cv.WordError, match="or a reader"):
        cv.why_not(t, 4, bye=5, depth="PLAYER")


def test_a_check_compares_every_round(played: cv.Tournament) -> None:
    found = cv.check(played)
    assert found
    assert [one.verdict for one in found] == ["same", "same"]
    first, *others = played.rounds
    game = first.games[0]
    turned = cv.Round((replace(game, white=game.black, black=game.white), *first.games[1:]))
    wrong = cv.check(cv.Tournament(played.players, [turned, *others], played.settings))
    assert not wrong[0].same
    assert wrong[0].reasons
    assert wrong[0].expected == cv.pair(played, 1)
    assert wrong.to_json()["rounds"][0]["verdict"] == wrong[0].verdict


def test_a_random_tournament_is_the_same_again() -> None:
    made = cv.generate(players=12, rounds=5, seed=7, forfeits=10, half_point_byes=20)
    assert made == cv.generate(12, 5, seed=7, forfeits=10, half_point_byes=20)
    assert made != cv.generate(12, 5, seed=8, forfeits=10, half_point_byes=20)
    assert cv.check(made)
    with pytest.raises(cv.Illegal, match="draws is 'x'; it must be a whole number"):
        cv.generate(draws="x")  # type: ignore[arg-type]


# One JSON for each thing


def test_json_is_that_of_the_command_line(tmp_path: Path) -> None:
    tournament = cv.read(EXAMPLE)

    assert cv.pair(tournament).to_json() == answer("pair")
    assert cv.standings(tournament).to_json() == answer("standings")
    told = cv.explain(tournament, 3).to_json()
    assert told["paragraphs"] == answer("explain", "--round", "3")["paragraphs"]
    (checked,) = answer("check")["files"]
    assert cv.check(tournament).to_json() == {**checked, "file": ""}
    cv.write(tournament, tmp_path / "t.json")
    assert tournament.to_json()["players"][0]["name"] == tournament.players[0].name


# What Python people expect

VALUES = [
    cv.Score("-2½"),
    cv.Score(4, 3),
    cv.Result.DRAW,
    cv.Bye.HALF_POINT,
    cv.Colour.WHITE,
    cv.Title.WGM,
    cv.Award.WIN,
    cv.Sex.FEMALE,
    cv.Severity.ERROR,
    cv.Parity.LITERAL,
    cv.Board(3, 4),
    cv.Game(1, 2, cv.Result.DRAW, reversed=True),
    cv.Round((cv.Game(1, 2),), ((3, cv.Bye.PAIRING_ALLOCATED),)),
    cv.Player('O\'Neill, "Tip"', 2000, title="GM", tags={"club": "x"}, sex="w"),
    cv.NationalRecord("ITA", "Rossi", rating=1500),
    cv.Scoring(3, 1, 0, black_win=2, forfeit_loss="½", adjourned=0),
    cv.Acceleration("baku-2026", {1: ("1", "½")}, 4),
    cv.PointsAdjustment([1, 2], -1, 3, cv.Award.WIN),
    cv.Apart((1, 2), last_round=3, name="club"),
    cv.Team("A", (1, 2)),
    cv.Options(maxi_tournament=True),
    cv.Settings(name="Open", rounds=7, scoring=cv.Scoring(3, 1), forbidden=(cv.Apart((1, 2)),)),
    cv.RoundPairing(1, "dutch-2026", [cv.Board(1, 2)], 3),
    cv.Tournament.new("Open", 5, [("Ada", 2000), "Ben"], comments=["x"]),
    cv.generate(6, 3, seed=1, half_point_byes=5),
    cv.standings(cv.generate(6, 3, seed=1), ["BH", "DE"]),
    cv.standings(cv.generate(6, 3, seed=1), ["BH", "AOB"])[0],
    cv.pair(cv.generate(6, 3, seed=1), 2),
    cv.check(cv.generate(6, 3, seed=1))[0],
    next(iter(cv.bracket_map(cv.generate(6, 3, seed=1)))),
    cv.schedule(cv.generate(5, system="roundrobin", seed=1)),
    cv.lots(cv.Tournament.new("Club", 3, ["Ada", "Ben", "Cleo"]), 7),
    cv.grid(cv.generate(5, system="roundrobin", seed=1)),
    cv.grid(cv.generate(5, system="roundrobin", seed=1), "rank")[0],
    cv.scheveningen(2)[0][0],
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_reprs_can_be_pasted_and_values_compared(value: Any) -> None:
    again = eval(repr(value), EVERYTHING)
    assert again == value
    assert hash(again) == hash(value)
    assert repr(again) == repr(value)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(value, protocol))
        assert back == value
        assert str(back) == str(value)
    assert copy.deepcopy(value) == value
    assert str(value)


def test_a_tournament_does_not_change(t: cv.Tournament) -> None:
    with pytest.raises(AttributeError, match="is immutable"):
        t.players = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        t.players[0].rating = 1  # type: ignore[misc]
    assert t == copy.copy(t)
    assert t != t.with_settings(name="Other")
    assert t != "Open"


def test_threads_may_share_a_tournament(played: cv.Tournament) -> None:
    fresh = cv.Tournament(played.players, played.rounds, played.settings)
    found: list[object] = []

    def work() -> None:
        found.append((str(cv.pair(fresh)), cv.standings(fresh, ["BH"]), fresh.validate()))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)


def test_a_tournament_is_validated_once(t: cv.Tournament) -> None:
    fresh = cv.Tournament(t.players, t.rounds, t.settings)
    assert fresh.model is fresh.model
    whole = cv.read(EXAMPLE)
    assert isinstance(whole.model, ModelTournament)
    assert whole.validate() == ()


def test_scores_behave_like_fractions() -> None:
    half = cv.Score("½")
    assert sum([half, half, cv.Score(1)]) == 2
    assert repr(sum([half, cv.Score(1)])) == "Score('1½')"
    assert repr(2 * half - 3) == "Score('-2')"
    assert (half < 1, half == 0.5, float(half), half + 0.25) == (True, True, 0.5, 0.75)
    assert f"{cv.Score('2½'):>5}|{half:.2f}|{half}" == "   2½|0.50|½"
    for wrong in ("", "x", "1/0", "½½", None, float("nan"), float("inf"), b"1", "1 2 3"):
        with pytest.raises(cv.WordError, match="Write points such as"):
            cv.Score(wrong)  # type: ignore[arg-type]


def test_the_readme_lists_every_system() -> None:
    readme = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    table = readme.partition("## Systems")[2].partition("\n\n|")[2].partition("\n\n")[0]
    first_column = [row.split("|")[0] for row in table.split("\n|")]
    listed = [key for cell in first_column for key in re.findall("`(.*?)`", cell)]
    assert sorted(listed) == sorted(SYSTEMS)
