"""`crivello check` and `-c`: rounds that are the same, different or explained."""

import json
import os
import pty
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats import read
from crivello.formats.trf import write_trf
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from tests.audit.test_checker import swap_colours, swap_opponents, with_round, wrong_bye
from tests.cli.calling import EXAMPLE, call, environment, trf
from tests.support.data import DATA

CORPUS = DATA / "corpus"
HERE = ("--jobs", "1")
"""Several files are checked in this process, as worker processes would show nothing more."""


def made(seed: int = 1, players: int = 15, rounds: int = 5, key: str = "dutch-2026") -> Tournament:
    return generate(Recipe(players=players, rounds=rounds, system=key), seed)


def written(tournament: Tournament, folder: Path, name: str = "event.trf") -> Path:
    path = folder / name
    path.write_text(write_trf(tournament, "trf26"), encoding="utf-8")
    return path


def broken_last_round(seed: int = 1) -> Tournament:
    tournament = made(seed)
    this = swap_opponents(random.Random(seed), tournament.round(5))
    return with_round(tournament, 5, this)


@pytest.mark.parametrize(("key", "jobs"), [("dutch-2017", HERE), ("dutch-2026", ())])
def test_nothing_differs_in_the_corpus(key: str, jobs: tuple[str, ...]) -> None:
    files = sorted(path for folder in CORPUS.glob(f"{key}*") for path in folder.glob("*.trf"))
    assert len(files) >= 15
    done = call("check", "--system", key, *jobs, *files)
    assert (done.code, done.err) == (0, "")
    summary = done.out.splitlines()[-1]
    assert summary.startswith(f"Files: {len(files)}. Rounds: ")
    assert summary.endswith("explained: 0, different: 0.")


def test_one_file_round_by_round(tmp_path: Path) -> None:
    file = written(made(), tmp_path)
    done = call("check", file)
    assert (done.code, done.err) == (0, "")
    head, *rounds = done.out.splitlines()
    assert head == f"{file}: FIDE (Dutch) System, 2026 [dutch-2026]"
    assert rounds == [f"Round {number}: same" for number in range(1, 6)]


def test_a_difference_shows_both_pairings_and_the_criterion(tmp_path: Path) -> None:
    tournament = made(4)
    right = {(game.white, game.black) for game in tournament.round(5).games}
    broken = with_round(tournament, 5, swap_opponents(random.Random(4), tournament.round(5)))
    wrong = {(game.white, game.black) for game in broken.round(5).games}
    done = call("check", written(broken, tmp_path))
    assert done.code == 1
    lines = done.out.splitlines()
    at = lines.index("Round 5: different")
    assert lines[at + 1].strip().split(":")[0].startswith(("C", "4"))
    shown = "\n".join(lines[at:])
    assert "Expected" in shown
    assert "In the file" in shown
    for white, black in right ^ wrong:
        assert f"{white} Player, {white:04} - {black} Player, {black:04}" in shown
    assert f"Player, {(right & wrong).pop()[0]:04}" not in shown


def test_it_speaks_italian(tmp_path: Path) -> None:
    done = call("check", written(broken_last_round(), tmp_path), "--lang", "it")
    assert done.code == 1
    assert "Turno 4: uguale" in done.out
    assert "Turno 5: diverso" in done.out
    assert "Atteso" in done.out


def test_json_has_everything(tmp_path: Path) -> None:
    sound = written(made(), tmp_path, "sound.trf")
    broken = written(broken_last_round(), tmp_path, "broken.trf")
    done = call("check", "--json", sound, broken, tmp_path / "nowhere.trf")
    assert done.code == 5
    answer = json.loads(done.out)
    assert answer["schema"] == "crivello/check/2"
    assert answer["counts"] == {"same": 9, "different": 1, "explained": 0}
    first, second, third = answer["files"]
    assert [found["verdict"] for found in first["rounds"]] == ["same"] * 5
    last = second["rounds"][-1]
    assert last["verdict"] == "different"
    assert last["criterion"]["code"]
    assert last["reason"]
    assert last["expected"]["boards"] != last["actual"]["boards"]
    assert third["error"]["kind"] == "file"


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    broken = written(broken_last_round(), tmp_path)
    bad = tmp_path / "bad.trf"
    bad.write_text("001 nonsense\n")
    done = call("check", *HERE, "--strict", bad, broken)
    assert done.code == 3
    assert f"{bad}:1:" in done.err
    assert "Round 5: different" in done.out
    assert "Files that could not be checked: 1." in done.out


def test_codes_are_those_of_pairing(tmp_path: Path) -> None:
    assert call("check", tmp_path / "nowhere.trf").code == 5
    assert call("check", "--strict", "-", stdin=b"001 nonsense\n").code == 3
    assert call("check", EXAMPLE, "--system", "swiss").code == 3
    assert call("check").code == 3
    assert "There is no tournament file in this folder." in call("check").err


def test_standard_input_and_a_file_to_write(tmp_path: Path) -> None:
    out = tmp_path / "report.txt"
    done = call("check", "-", "--output", out, stdin=Path(EXAMPLE).read_bytes())
    assert (done.code, done.out) == (0, "")
    assert "<stdin>: FIDE (Dutch)" in out.read_text()


def test_standard_input_beside_files_and_the_same_file_twice(tmp_path: Path) -> None:
    file = written(made(), tmp_path)
    done = call("check", *HERE, file, "-", file, stdin=write_trf(made(2), "trf26").encode())
    assert done.code == 0
    assert "Files: 2. Rounds: 10; same: 10" in done.out


def test_a_terminal_sees_the_progress(tmp_path: Path) -> None:
    files = [written(made(seed), tmp_path, f"{seed}.trf") for seed in range(3)]
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "crivello", "check", *map(str, files)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(),
        timeout=600,
    )
    os.close(theirs)
    seen = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "[####################] 3/3  0:00 left" in seen
    assert seen.endswith("\r")  # and cleared in the end
    assert b"\r" not in done.stdout


@pytest.mark.parametrize("seed", range(5))
def test_forged_points_are_named_with_line_and_player(seed: int, tmp_path: Path) -> None:
    lines = write_trf(made(seed), "trf26").splitlines()
    rng = random.Random(seed)
    at = rng.choice([i for i, line in enumerate(lines) if line.startswith("001")])
    stated = float(lines[at][80:84]) + 0.5
    lines[at] = f"{lines[at][:80]}{stated:4}{lines[at][84:]}"
    file = tmp_path / "forged.trf"
    file.write_text("\n".join(lines) + "\n")
    done = call("check", "--strict", file)
    assert done.code == 3
    player = int(lines[at][4:8])
    assert f"{file}:{at + 1}:81: Player {player}: the file says {stated} points" in done.err
    done = call("check", file)  # mended and said, the rounds are checked all the same
    assert done.code == 0
    assert f"Player {player}: the file says {stated} points" in done.out
    assert "Round 5: same" in done.out


def test_results_that_contradict_each_other_are_named() -> None:
    contradiction = trf("2 w 1", "1 b 1")
    done = call("check", "--strict", "-", stdin=contradiction)
    assert done.code == 3
    assert "<stdin>:4:" in done.err
    assert "do not fit together" in call("check", "-", stdin=contradiction).out


def test_ranks_and_initial_order_are_remarks(tmp_path: Path) -> None:
    text = write_trf(made(), "trf26")
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("001    9"))
    lines[at] = f"{lines[at][:48]}2700{lines[at][52:85]}   1{lines[at][89:]}"
    file = tmp_path / "event.trf"
    file.write_text("\n".join(lines) + "\n")
    done = call("check", file)
    assert done.code == 0
    assert "Player 9 (2700) is higher in the initial order than player 8" in done.out
    assert "Player 9: the file has rank 1" in done.out


def test_a_tournament_without_rounds_has_nothing_to_check() -> None:
    done = call("check", "-", stdin=trf("", ""))
    assert done.code == 0
    assert "No round has been paired yet." in done.out


def test_a_game_still_open_explains_the_round_after_it(tmp_path: Path) -> None:
    tournament = made(3)
    this = tournament.round(4)
    at = next(i for i, game in enumerate(this.games) if game.result is Result.DRAW)
    open_game = replace(this.games[at], result=None)
    games = (*this.games[:at], open_game, *this.games[at + 1 :])
    file = written(with_round(tournament, 4, replace(this, games=games)), tmp_path)
    done = call("check", file)
    assert done.code == 1
    assert call("check", file, "--accept-explained").code == 0
    sentence = (
        "One common change would reproduce this round: games without a result counted as draws."
    )
    assert f"Round 5: explained {sentence}" in " ".join(done.out.split())
    assert "has no result" in done.out


STALE = DATA / "findings" / "dubov-stale-averages.trf"


def test_several_changes_that_would_reproduce_a_round_are_called_possible() -> None:
    """Round 4 of a booklet used the averages of the round before; a forfeit would explain it as
    well.
    """
    done = call("check", STALE, "--system", "dubov-2018")
    assert (
        "Round 4: explained Each of these common changes alone would reproduce this round, the "
        "likeliest first: the average ratings of opponents (ARO) were still those before round 3; "
        "the result of 10-11 in round 3 was 0F-1F at the time."
    ) in " ".join(done.out.split())
    italian = call("check", STALE, "--system", "dubov-2018", "--lang", "it").out
    assert (
        "Ciascuna di queste modifiche frequenti, da sola, riprodurrebbe questo turno, prima la più "
        "probabile: le medie Elo degli avversari (ARO) erano ancora quelle prima del turno 3; "
    ) in " ".join(italian.split())
    (file,) = json.loads(call("check", STALE, "--system", "dubov-2018", "--json").out)["files"]
    fourth = file["rounds"][3]
    assert (fourth["cause"], fourth["other_causes"]) == ("stale-averages", ["result-corrected"])
    assert fourth["reason"].startswith("Each of these common changes alone would reproduce")


def test_ranks_are_compared_by_the_announced_tie_breaks(tmp_path: Path) -> None:
    """All pairings are right, but one rank is wrong, so the file is not right."""
    tournament = generate(Recipe(players=10, rounds=4, tie_breaks=("BH", "SB")), 4)
    done = call("check", written(tournament, tmp_path))
    assert done.code == 0
    assert "Standings by PTS, BH, SB: same" in done.out
    first, second = sorted(tournament.players, key=lambda player: player.rank or 0)[:2]
    turned = {first.id: second.rank, second.id: first.rank}
    players = tuple(
        replace(player, rank=turned.get(player.id, player.rank)) for player in tournament.players
    )
    file = written(replace(tournament, players=players), tmp_path)
    done = call("check", file)
    assert done.code == 1
    assert "Round 4: same" in done.out
    assert "Standings by PTS, BH, SB: different" in done.out
    assert f"Player {first.id}: the file has rank 2; by the results it is 1." in done.out
    assert json.loads(call("check", file, "--json").out)["files"][0]["standings"] == "different"
    assert call("--dutch", file, "-c").code == 0


# ------------------------------------------------------------------ -c


def test_the_convention_names_every_round(tmp_path: Path) -> None:
    file = written(made(), tmp_path)
    done = call("--dutch", file, "-c")
    assert (done.code, done.err) == (0, "")
    assert done.out == "".join(f"event: Round #{number}\n" for number in range(1, 6)) + "\n"
    assert call("--dutch", file, "-c", "3").out == "event: Round #3\n\n"


@pytest.mark.parametrize("plant", [swap_colours, swap_opponents, wrong_bye])
def test_the_convention_shows_two_columns_where_it_differs(plant: object, tmp_path: Path) -> None:
    tournament = made(2)
    assert callable(plant)
    right = tournament.round(5)
    wrong = plant(random.Random(2), right)
    done = call("--dutch", written(with_round(tournament, 5, wrong), tmp_path), "-c")
    assert done.code == 0  # a difference is a finding, not an error
    lines = done.out.splitlines()
    at = lines.index("event: Round #5")
    assert lines[at + 1] == "  Checker pairings        Tournament pairings "
    rows = [line.replace("-", " ").split() for line in lines[at + 2 :] if line]
    checker = {(int(row[0]), int(row[1])) for row in rows}
    theirs = {(int(row[2]), int(row[3])) for row in rows}
    ours, planted = ({(game.white, game.black) for game in this.games} for this in (right, wrong))
    assert {pair for pair in checker if pair[1]} == ours - planted
    assert {pair for pair in theirs if pair[1]} == planted - ours


def test_no_pairing_is_a_discrepancy_in_checking() -> None:
    again = trf("2 w 1|2 b 1", "1 b 0|1 w 0")
    done = call("--dutch", "-", "-c", stdin=again)
    assert done.code == 0
    assert done.out.splitlines()[1:] == ["-: Round #2", "No valid pairing exists.", "", ""]


def test_the_lists_of_all_rounds(tmp_path: Path) -> None:
    file = written(made(), tmp_path)
    done = call("--dutch", file, "-c", "-l")
    assert done.code == 0
    text = (tmp_path / "event.list").read_text()
    assert [f"Round #{number}\n" in text for number in range(1, 7)] == [True] * 5 + [False]


# ------------------------------------------------------------------ what a file does not state


@pytest.mark.parametrize("name", ["initial-colour-black", "last-round-without-number"])
def test_a_right_round_is_right_where_the_file_states_little(name: str) -> None:
    """The file states neither the initial colour, which was Black, nor the number of rounds."""
    file = DATA / "check" / f"{name}.trf"
    done = call("check", "--system", "dutch-2026", file)
    assert done.code == 0
    assert set(done.out.splitlines()[1:]) == {f"Round {n}: same" for n in range(1, 8)} & set(
        done.out.splitlines()
    )
    done = call("--dutch", file, "-c")
    assert "Checker" not in done.out
    assert done.out.count("Round #") == (5 if name.startswith("initial") else 7)


def without(text: str, *records: str) -> bytes:
    lines = [line for line in text.splitlines() if not line.startswith(records)]
    return "".join(f"{line}\n" for line in lines).encode()


def test_burstein_is_checked_without_a_number_of_rounds() -> None:
    text = write_trf(made(key="burstein-2026", rounds=7), "trf26")
    done = call("--burstein", "-", "-c", stdin=without(text, "142", "XXR"))
    assert (done.code, "Checker" in done.out) == (0, False)
    assert done.out.count("Round #") == 7


def test_a_file_that_ends_in_the_middle_is_not_called_wrong() -> None:
    """The last round in the file need not have been the last one; the answer says so."""
    explained = 0
    for seed in range(60):
        whole = generate(Recipe(players=12, rounds=9, draw_percentage=60), seed)
        part = replace(whole, rounds=whole.rounds[:7])
        text = write_trf(replace(part, settings=replace(part.settings, rounds=None)), "trf26")
        done = call("check", "--json", "-", stdin=text.encode())
        rounds = json.loads(done.out)["files"][0]["rounds"]
        assert [r["verdict"] for r in rounds[:6]] == ["same"] * 6
        if rounds[6]["verdict"] != "same":
            assert (rounds[6]["verdict"], rounds[6]["cause"]) == ("explained", "further-rounds")
            explained += 1
        if explained:
            break
    assert explained


# ------------------------------------------------------------------ files of the world

REAL = DATA / "swiss-manager"


def checked(*words: str | Path) -> dict[str, Any]:
    done = call("check", "--json", *words)
    assert done.err == ""
    answer: dict[str, Any] = json.loads(done.out)
    return answer


def test_a_tournament_of_early_2026_still_paired_by_the_old_rules() -> None:
    """By its date the rules of 2026 apply, but one round follows only from those of 2017."""
    (file,) = checked("--editions", REAL / "21.TUNX")["files"]
    assert (file["event"], file["system"]) == ("swiss", "dutch-2026")
    (odd,) = [one for one in file["rounds"] if one["verdict"] != "same"]
    assert (odd["round"], odd["verdict"], odd["cause"]) == (6, "explained", "another-edition")
    fits = {one["system"]: one for one in file["editions"] if not one["acceleration"]}
    assert fits["dutch-2017"]["same"] == [True] * 8
    assert fits["dutch-2026"]["same"] == [True] * 5 + [False] + [True] * 2
    top = [one["system"] for one in file["editions"] if one["best"]]
    assert "dutch-2017" in top
    assert "dutch-2026" not in top
    said = call("check", "--editions", REAL / "21.TUNX").out
    (row,) = [line.split() for line in said.splitlines() if line.startswith("dutch-2017 ")]
    assert row == ["dutch-2017", *"========", "8"]
    assert "8 of 8 rounds" in said


def test_a_round_robin_is_held_beside_the_berger_tables() -> None:
    (file,) = checked(REAL / "14.TURX")["files"]
    assert (file["event"], file["system"]) == ("round robin", "roundrobin")
    assert [one["verdict"] for one in file["rounds"]] == ["same"] * 5
    assert "Round robin, Berger tables [roundrobin]" in call("check", REAL / "14.TURX").out


def test_a_team_event_of_swiss_manager_is_checked() -> None:
    """The file is of 2025, when Swiss-Manager had other rules; teams 6 and 12 met although
    forbidden.
    """
    (file,) = checked(REAL / "20.TUMX")["files"]
    assert file["system"] == "team-2026"
    verdicts = [one["verdict"] for one in file["rounds"]]
    assert verdicts == ["same", "different", "different", "different", "different", "same"]
    done = call("check", REAL / "20.TUMX")
    assert "  6 and 12 are not to meet in this round." in done.out
    assert "No edition of the team system was in force on 2025-07-26." in done.out


def test_a_team_event_without_matches_is_said_to_be_one(tmp_path: Path) -> None:
    file = tmp_path / "older.trf"
    file.write_text(write_trf(read((REAL / "20.TUMX").read_bytes()), "trf16"), "utf-8")
    done = call("check", file)
    assert done.code == 0
    assert "A team event read without its matches: its rounds cannot be checked." in done.out
    assert "Players: 93, rounds: 6, games: 1" in done.out


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    for name in ("05.TUNX", "14.TURX", "20.TUMX"):
        (tmp_path / name).write_bytes((REAL / name).read_bytes())
    answer = checked(*HERE, tmp_path)
    assert [Path(file["file"]).name for file in answer["files"]] == [
        "05.TUNX",
        "14.TURX",
        "20.TUMX",
    ]
    assert answer["counts"] == {"same": 9, "different": 4, "explained": 0}


def test_repairs_are_listed_and_strict_reading_refuses(tmp_path: Path) -> None:
    text = write_trf(made(), "trf26")
    file = tmp_path / "event.trf"
    file.write_text("062 99\n" + text.replace("\n001", "\n012345678901\n001", 1), "utf-8")
    tolerant = call("check", file)
    assert tolerant.code == 0
    strict = call("check", "--strict", file)
    assert strict.code == 3


def test_an_edition_that_cannot_be_told_is_found_by_what_fits() -> None:
    """If the date is ambiguous or lies between two editions, the rounds themselves decide."""
    tournament = made(key="dutch-2017", players=14)
    settings = replace(tournament.settings, system=None, start="2014/05/01")
    text = write_trf(replace(tournament, settings=settings), "trf16")
    done = call("check", "--json", "-", stdin=text.encode())
    assert done.code == 0, done.err
    (file,) = json.loads(done.out)["files"]
    assert {one["verdict"] for one in file["rounds"]} <= {"same", "explained"}
    assert any("fits best" in remark["detail"] for remark in file["remarks"])


def test_where_hardly_a_round_comes_out_the_editions_may_tell(tmp_path: Path) -> None:
    file = written(made(rounds=7, players=24), tmp_path)
    said = call("check", "--system", "lim", file).out
    assert "perhaps the tournament was paired by another system" in said
    assert said.endswith("Add to the command: --editions\n")
    assert "Add to the command" not in call("check", "--system", "lim", "--editions", file).out


def test_the_report_as_a_page(tmp_path: Path) -> None:
    file = written(broken_last_round(), tmp_path)
    page = tmp_path / "audit.html"
    done = call("check", "--editions", file, "--output", page)
    assert (done.code, done.out) == (1, "")
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    for words in ("Audit of the pairings", "different", "In the file", "Which edition fits?"):
        assert words in text
    both = call("check", *HERE, "--to", "html", file, REAL / "14.TURX")
    assert both.out.count("<h2>") >= 3
    assert "Berger" in both.out


def test_the_page_says_of_each_file_when_it_was_and_how_many_rounds_are_the_same(
    tmp_path: Path,
) -> None:
    file = written(broken_last_round(), tmp_path)
    text = call("check", *HERE, "--editions", "--to", "html", file, REAL / "21.TUNX").out
    for words in ("Dates", "Checked by", "Fits best", "Repairs", "Made by crivello"):
        assert words in text
    assert text.count("2026/03/21 – 2026/03/22") == 2
    assert "landscape" in text
    assert "Rounds: 8; same: 7, explained: 1, different: 0." in text


def test_the_page_names_files_below_the_folder_that_holds_them_all(tmp_path: Path) -> None:
    for town in ("Bari", "Lecce"):
        (tmp_path / town).mkdir()
        written(broken_last_round(), tmp_path / town)
    text = call("check", *HERE, "--to", "html", tmp_path).out
    assert "Bari/" in text
    assert "Lecce/" in text
    assert str(tmp_path) not in text


def test_the_same_remark_for_many_players_is_one_line_of_the_page(tmp_path: Path) -> None:
    tournament = generate(Recipe(players=20, rounds=2), 1)
    players = tuple(
        replace(player, rating=1500 + player.number, title=None) for player in tournament.players
    )
    file = written(replace(tournament, players=players), tmp_path)
    text = call("check", "--to", "html", file).out
    assert text.count("is higher in the initial order than player") == 1
    assert "The same for 18 players: 3-20." in text


def test_the_report_as_pdf(tmp_path: Path) -> None:
    file = written(broken_last_round(), tmp_path)
    target = tmp_path / "audit.pdf"
    assert call("check", file, "--output", target).code == 1
    assert target.read_bytes().startswith(b"%PDF")


def test_how_much_worse_a_different_round_is() -> None:
    """The answer has the criterion with both failure values, or the rule of order."""
    counted = 0
    for seed in range(1, 5):
        text = write_trf(broken_last_round(seed), "trf26")
        done = call("check", "--json", "-", stdin=text.encode())
        last = json.loads(done.out)["files"][0]["rounds"][-1]
        assert last["verdict"] == "different"
        criterion = last["criterion"]
        if criterion["level"] == "criterion" and criterion["right"] is not None:
            assert criterion["right"] < criterion["wrong"]
            counted += "instead of" in last["reason"]
    assert counted >= 2
