"""`crivello teach` through real processes."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.cli.commands import TOPICS
from crivello.desk.actions import Pair, Register
from tests.cli.calling import EXAMPLE, call
from tests.desk.desks import A, fresh, people


def test_numbers_of_the_command_line() -> None:
    done = call("teach", "transpositions", "--s1", "3", "--s2", "3", "--system", "dutch-2017")
    assert (done.code, done.err) == (0, "")
    assert "[D.1]" in done.out
    assert [line.split("  ")[-1] for line in done.out.splitlines()[-6:]] == [
        "4, 5, 6",
        "4, 6, 5",
        "5, 4, 6",
        "5, 6, 4",
        "6, 4, 5",
        "6, 5, 4",
    ]
    psd = call("teach", "psd", "--candidate=2-0.5 1-0.5 ½", "--candidate", "2-0,5 1-0.5 1")
    assert "Candidate 1 is better: its element 2 is smaller." in psd.out
    rounds = call("teach", "rounds", "--players", "50", "--lang", "it")
    assert "servono 6 turni" in rounds.out


@pytest.mark.parametrize(
    ("topic", "options"),
    [
        ("exchanges", ["--s1=4", "--s2=4"]),
        ("mdps", ["--scores=2,2,1.5", "--number=2"]),
        ("upfloaters", ["--scores=1 1 0.5 0", "--number=2"]),
        ("shifters", ["--players=7"]),
        ("baku", ["--players=161", "--rounds=9"]),
    ],
)
def test_every_topic_has_its_table_in_json(topic: str, options: list[str]) -> None:
    answer = json.loads(call("teach", topic, *options, "--json").out)
    assert answer["schema"] == "crivello/explanation/1"
    assert (answer["system"], answer["round"]) == (None, None)
    tables = [one["table"] for one in answer["paragraphs"] if one["table"]]
    assert all(len(row["cells"]) == len(one["columns"]) for one in tables for row in one["rows"])
    assert tables[0]["rows"]


@pytest.mark.parametrize(
    ("bare", "options"),
    [
        ("transpositions 6", "transpositions --s1=3 --s2=3"),
        ("transpositions 3 4", "transpositions --s1=3 --s2=4"),
        ("transpositions --players=6", "transpositions --s1=3 --s2=3"),
        ("exchanges 5", "exchanges --s1=2 --s2=3"),
        ("exchanges 8 --system dutch-2017", "exchanges --s1=4 --s2=4 --system dutch-2017"),
        ("mdps 2,2,1.5 2", "mdps --scores=2,2,1.5 --number=2"),
        ("mdps 2,2,1½ --number 2", "mdps --scores=2,2,1.5 --number=2"),
        ("upfloaters 3,3,2.5,1.5 2", "upfloaters --scores=3,3,2.5,1.5 --number=2"),
        ("shifters 7", "shifters --players=7"),
        ("rounds 50", "rounds --players=50"),
        ("baku 161 9", "baku --players=161 --rounds=9"),
        ("psd 2-0.5 2-1", "psd --candidate=2-0.5 --candidate=2-1"),
    ],
)
def test_bare_numbers_mean_the_same_as_options(bare: str, options: str) -> None:
    done = call("teach", *bare.split())
    assert (done.code, done.err) == (0, "")
    assert done == call("teach", *options.split())


def test_a_file_named_by_a_number_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "6").write_bytes(Path(EXAMPLE).read_bytes())
    assert "With 14 players" in call("teach", "rounds", "6", cwd=tmp_path).out
    assert "With 7 players" in call("teach", "rounds", "7", cwd=tmp_path).out


@pytest.mark.parametrize("topic", [topic for topic in TOPICS if topic != "bracket"])
def test_without_numbers_or_a_tournament_it_shows_a_call_that_works(
    topic: str, tmp_path: Path
) -> None:
    done = call("teach", topic, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"crivello: {topic} needs a tournament file, or numbers")
    shown = shlex.split(done.err.splitlines()[0].partition(" as in: ")[2])
    assert shown[:3] == ["crivello", "teach", topic]
    assert call(*shown[1:], cwd=tmp_path).code == 0


def test_a_bracket_of_a_file() -> None:
    whole = call("teach", "bracket", EXAMPLE, "--round", "3").out
    assert whole.count("\nBracket at score ") == 4
    one = call("teach", "exchanges", EXAMPLE, "--round", "3", "--bracket", "2", "--to=markdown")
    assert "  | → 2 | 2 | 3 | 1 | 3, 6 | 4, 11 |" in one.out
    assert "Transpositions" not in one.out
    html = call("teach", "bracket", EXAMPLE, "--bracket", "1", "--to", "html", "--lang", "it").out
    assert html.startswith('<section class="explanation" lang="it">')
    assert "Le trasposizioni di S2 in ordine" in html


def test_rounds_and_groups_of_a_file() -> None:
    assert "With 14 players, 4 rounds are needed" in call("teach", "rounds", EXAMPLE).out
    assert "1 to 8" in call("teach", "baku", EXAMPLE).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["teach", "nothing"], "There is no topic 'nothing'."),
        (["teach", "psd", "--candidate", "1"], "give --candidate twice"),
        (["teach", "psd", "--candidate", "x", "--candidate", "1"], "needs points"),
        (
            ["teach", "exchanges", "--s1", "4"],
            "exchanges needs a tournament file, or numbers (--players / --s1, --s2) as in: "
            "crivello teach exchanges 6",
        ),
        (["teach", "baku", "161"], "as in: crivello teach baku 161 9"),
        (["teach", "rounds", "50", "9"], "as in: crivello teach rounds 50"),
        (
            ["teach", "transpositions", "1"],
            "--players must be a whole number, 2 or higher (got 1).",
        ),
        (
            ["teach", "transpositions", "6.5"],
            "--players must be a whole number, 1 or higher (got 6.5).",
        ),
        (["teach", "exchanges", "--players=6", "--s1=2"], "cannot be combined"),
        (["teach", "exchanges", EXAMPLE, "other.trf"], "Unexpected argument: 'other.trf'."),
        (["teach", "bracket", "6"], "There is no file 6."),
        (["teach", "bracket", "--s1", "4"], "bracket is about a file"),
        (["teach", "exchanges", EXAMPLE, "--s1", "4"], "--s1 is for numbers without a file."),
        (["teach", "shifters", "--players", "7", "--system", "lim-1999"], "no such tables"),
        (["teach", "mdps", "--scores", "1", "--number", "2"], "--number is at most 1 here."),
        (["teach", "bracket", EXAMPLE, "--bracket", "9"], "not 9"),
        (["teach", "bracket", EXAMPLE, "--system", "lim-1999"], "no such tables for lim-1999"),
    ],
)
def test_what_cannot_be_taught(words: list[str], says: str) -> None:
    done = call(*words)
    assert says in done.err
    assert done.code == 3
    assert done.out == ""


def test_json_of_a_desk_file_has_permanent_ids(tmp_path: Path) -> None:
    weakest_first = [
        replace(player, rating=1500 + 10 * place) for place, player in enumerate(people(6))
    ]
    with fresh(tmp_path, 0) as desk:
        desk.act(Register(A, tuple(weakest_first)))
        desk.act(Pair(A))
    topic = ("teach", "transpositions", str(tmp_path / "t.crivello"))
    paragraphs = json.loads(call(*topic, "--json").out)["paragraphs"]
    tables = [one["table"]["rows"] for one in paragraphs if one["table"]]
    assert tables[1][0]["cells"] == [1, [4, 5, 6], [3, 2, 1]]
    assert "→ 1  4, 5, 6  4, 5, 6" in call(*topic).out


def test_a_bracket_is_typed_as_books_print_it() -> None:
    text = "[5Wv][4b^, 6B-v, 11Bb^]"
    told = call("teach", "bracket", text, "met", "4-5,", "4-11", "--system", "dutch-2017")
    assert "Paired: 5-11, 4-6." in told.out
    tables = call("teach", "transpositions", text)
    assert "Transpositions of S2 in order (3)" in tables.out
    bye = call("teach", "bracket", "[1b, 3w, 6w]", "--last", "--bye-taken", "6", "--json")
    left = [one for one in json.loads(bye.out)["paragraphs"] if one["kind"] == "downfloaters"]
    assert [one["players"] for one in left] == [[3]]


def test_a_typed_bracket_that_cannot_be_read() -> None:
    wrong = call("teach", "bracket", "[5Wv][4x]")
    assert wrong.code == 3
    assert "at character 8 (x])" in wrong.err
    other = call("teach", "bracket", "[5Wv]", "--bye-taken", "7")
    assert "After --bye-taken comes player 7" in other.err
    assert "--last is for a typed bracket" in call("teach", "bracket", "--last").err
