"""`crivello explain`."""

import json
from pathlib import Path

import pytest

import crivello as cv
from tests.cli.calling import EXAMPLE, call, trf


def test_a_round_in_both_languages() -> None:
    done = call("explain", EXAMPLE, "--round", "3")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Round 3, FIDE (Dutch) System, 2017\n")
    assert "  Not legal, because these have met before: 3-6, 4-11. [C.1]\n" in done.out
    assert "  Exchange: 4 leaves S1 and 6 comes in.\n" in done.out
    italian = call("explain", EXAMPLE, "--round", "3", "--lang", "it")
    assert "  Scambio: 4 esce da S1 e 6 entra.\n" in italian.out


def test_the_next_round_by_default_as_pair_has_it() -> None:
    next_round = call("explain", EXAMPLE)
    assert next_round.out == call("explain", EXAMPLE, "--round", "4").out
    assert next_round.out.startswith("Round 4,")
    assert next_round.err.startswith("Round 4 is not paired yet:")
    assert next_round.err.endswith("For the last round that is paired: --round 3\n")
    assert call("explain", EXAMPLE, "--round", "3").err == ""
    unplayed = call("explain", "-", "--system", "dutch-2026", stdin=trf("", "", "", ""))
    assert unplayed.out.startswith("Round 1,")


def test_the_last_round_where_the_next_one_cannot_be_paired(tmp_path: Path) -> None:
    """There is no next round because the tournament is over, or a result is missing."""
    after_round_3 = cv.read(EXAMPLE)
    over = after_round_3.with_settings(rounds=3)
    open_game = after_round_3.with_results({1: None})
    for tournament in (over, open_game):
        cv.write(tournament, tmp_path / "t.json")
        told = call("explain", tmp_path / "t.json")
        assert told.out.startswith("Round 3,")
        assert told.err == ""
        assert cv.explain(tournament).round == 3
        assert cv.bracket_map(tournament).round == 3
    assert cv.explain(after_round_3).round == cv.pair(after_round_3).round == 4


@pytest.mark.parametrize("who", ["4", "Davide", "davi"])
def test_players_by_number_or_name(who: str) -> None:
    told = call("explain", EXAMPLE, "--player", who)
    assert told.out.startswith("Round 4: 4 Davide\n")
    told = call("explain", EXAMPLE, "--why-not", f"{who}-carla")
    assert told.out.startswith("Round 4: why 4 Davide does not meet 3 Carla\n")
    told = call("explain", EXAMPLE, "--why-not-colour", who, "black")
    assert told.out.startswith("Round 4: why 4 Davide does not have Black\n")
    told = call("explain", EXAMPLE, "--why-not-bye", who)
    assert told.out.startswith("Round 4: why 4 Davide does not get the bye\n")


def test_a_player_who_is_not_there() -> None:
    told = call("explain", EXAMPLE, "--player", "Davidde")
    assert told.err == "crivello: No player matches 'Davidde'. Did you mean 4 Davide?\n"
    told = call("explain", EXAMPLE, "--why-not", "3-99")
    assert told.err == "crivello: There is no player 99; this tournament has players 1 to 14.\n"


def test_brief_normal_full() -> None:
    lengths = [
        len(call("explain", EXAMPLE, "--round", "4", *more).out)
        for more in (["--brief"], [], ["--full"])
    ]
    assert lengths == sorted(set(lengths))


def test_the_answer_to_a_player() -> None:
    told = call("explain", EXAMPLE, "--round", "4", "--player", "9").out
    assert "\nWhy this opponent?\n" in told
    assert "8 Kevin" in told
    assert "[C.14]" not in told
    assert "  Article E.1.\n" in told
    done = call("explain", EXAMPLE, "--round", "4", "--player", "9", "--depth", "arbiter")
    assert "  9 Luisa has Black against 8 Kevin on board 6.\n" in done.out
    assert "[C.14]" in done.out
    assert call("explain", EXAMPLE, "--player", "99").code == 3


def test_why_not_by_command() -> None:
    plain = call("explain", EXAMPLE, "--round", "4", "--why-not", "9-10").out
    assert "If you met 10 Marco, 14 Roberto would have to meet someone with fewer" in plain
    arbiter = ("--depth", "arbiter")
    pair = call("explain", EXAMPLE, "--round", "4", "--why-not", "9-10", *arbiter)
    assert "one case against it instead of 0: 14↓. [C.14]" in " ".join(pair.out.split())
    bye = call("explain", EXAMPLE, "--round", "2", "--why-not-bye", "13")
    assert bye.out.startswith("Round 2: why 13 Patrizia does not get the bye\n")
    colour = call("explain", "--round=4", "--why-not-colour", "2", "white", EXAMPLE, *arbiter)
    assert "  6 Francesco has White and 2 Bruno Black" in colour.out
    italian = call("explain", EXAMPLE, "--round=4", "--why-not-colour", "2", "Bianco", "--lang=it")
    assert italian.code == 0


def test_a_student_sees_the_candidates() -> None:
    done = call("explain", EXAMPLE, "--round", "4", "--player", "9", "--full")
    assert "No.  Candidate" in done.out
    assert done.out.startswith("Round 4: 9 Luisa\n  9 Luisa has Black")
    whole = call("explain", EXAMPLE, "--round", "4", "--depth", "student")
    assert whole.out == call("explain", EXAMPLE, "--round", "4", "--full").out


def test_what_another_edition_would_have_done_for_a_player() -> None:
    done = call("explain", EXAMPLE, "--round=4", "--player=9", "--edition-diff=dutch-2026")
    assert done.out.startswith("Round 4 by FIDE (Dutch) System, 2026: 9 Luisa\n")
    assert "  You would have " in done.out
    answer = json.loads(call("explain", EXAMPLE, "--round=4", "--player=9", "--json").out)
    assert answer["depth"] == "player"
    assert {one["kind"] for one in answer["paragraphs"]} == {"heading", "answer", "article"}


def test_another_edition() -> None:
    done = call("explain", EXAMPLE, "--round", "4", "--edition-diff", "dutch-2026")
    assert done.code == 0
    assert "[A.4 / 1.4]" in done.out


def test_markdown_html_and_json(tmp_path: Path) -> None:
    marked = call("explain", EXAMPLE, "--round=4", "--to", "markdown").out
    assert marked.startswith("## Round 4, ")
    assert "\n### Bracket at score 2½\n" in marked
    html = call("explain", EXAMPLE, "--round=4", "--to", "html", "--lang", "it").out
    assert html.startswith('<section class="explanation" lang="it">\n<h2>Turno 4, ')
    out = tmp_path / "round.json"
    assert call("explain", EXAMPLE, "--round=3", "--json", "--output", out).code == 0
    answer = json.loads(out.read_text("utf-8"))
    assert answer["schema"] == "crivello/explanation/1"
    assert answer["as_published"] is True
    exchange = [p for p in answer["paragraphs"] if p["template"].startswith("Exchange")]
    assert exchange == [
        {
            "kind": "change",
            "article": None,
            "bracket": 2,
            "players": [4, 6],
            "template": "Exchange: {out} leaves S1 and {back} comes in.",
            "values": {"out": [4], "back": [6]},
            "text": "Exchange: 4 leaves S1 and 6 comes in.",
            "table": None,
        }
    ]


def test_a_round_that_was_published_otherwise_is_remarked() -> None:
    data = Path(EXAMPLE).read_bytes()
    done = call("explain", "-", "--system", "lim", "--round", "3", stdin=data)
    assert done.code == 0
    assert "The file's pairing of round 3 differs from that of lim-1999" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--why-not", "1_2"], "Write two different players, such as 3-7, not '1_2'."),
        (["--why-not-colour", "1"], "needs a player and a colour as in 5 white"),
        (["--why-not-colour", "1", "green"], "'green' is not a colour; write white or black."),
        (["--brief", "--full"], "--brief and --full cannot be combined"),
        (["--player", "1", "--why-not", "1-2"], "--player and --why-not cannot be combined"),
        (["--edition-diff", "swiss"], "There is no pairing system 'swiss'"),
        (["--round", "9"], "There is no round 9"),
        (["--why-not", "1-1"], "Write two different players"),
    ],
)
def test_bad_questions(words: list[str], said: str) -> None:
    done = call("explain", EXAMPLE, *words)
    assert done.code != 0
    assert done.out == ""
    assert said in done.err
