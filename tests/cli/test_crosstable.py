"""`crivello crosstable`: the table as text and as JSON."""

import json

from tests.cli.calling import EXAMPLE, call, trf


def test_the_table_is_printed_as_the_handbooks_do() -> None:
    done = call("crosstable", EXAMPLE)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "Fourteen players, before round 4\n"
        "Crosstable after round 3\n"
        "\n"
        "   Player     1         2          3\n"
        " 1 Alice      8W+  1.0  5B-   1.0  14B+  2.0\n"
        " 2 Bruno      9B+  1.0  7W+   2.0  5W=   2.5\n"
        " 3 Carla      10W+ 1.0  6B=   1.5  4W=   2.0\n"
        " 4 Davide     11B= 0.5  9W↓+  1.5  3B=   2.0\n"
        " 5 Elisa      12W+ 1.0  1W+   2.0  2B=   2.5\n"
        " 6 Francesco  13B+ 1.0  3W=   1.5  +11B↓ 2.5\n"
        " 7 Giorgia    14W+ 1.0  2B-   1.0  10W+  2.0\n"
        " 8 Kevin      1B-  0.0  11W↑- 0.0  12B=  0.5\n"
        " 9 Luisa      2W-  0.0  4B↑-  0.0  13W+  1.0\n"
        "10 Marco      3B-  0.0  13W+  1.0  7B-   1.0\n"
        "11 Nancy      4W=  0.5  8B↓+  1.5  -6W↓  1.5\n"
        "12 Oscar      5B-  0.0  -ZPB↓ 0.0  8W=   0.5\n"
        "13 Patrizia   6W-  0.0  10B-  0.0  9B-   0.0\n"
        "14 Roberto    7B-  0.0  +PAB↓ 1.0  1W-   1.0\n"
        "\n"
        "Each round: opponent, colour (W White, B Black), float, result; then the score.\n"
        "A result that comes first was not played.\n"
    )


def test_more_rounds_than_fit_go_into_a_second_block() -> None:
    done = call("crosstable", EXAMPLE, "--lang", "it", COLUMNS="42")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 42
    assert " 2 Bruno      9B+  1,0  7W+   2,0" in lines
    assert " 2 Bruno      5W=   2,5" in lines
    assert "Tabellone dopo il turno 3" in lines


def test_after_an_earlier_round_as_json() -> None:
    answer = json.loads(call("crosstable", EXAMPLE, "--round", "2", "--json").out)
    players = answer.pop("rows")
    assert answer == {
        "schema": "crivello/crosstable/2",
        "tournament": "Fourteen players, before round 4",
        "system": "dutch-2017",
        "round": 2,
        "open_games": 0,
        "provisional": False,
        "warnings": [],
    }
    assert players[13] == {
        "id": 14,
        "number": 14,
        "name": "Roberto",
        "points": "1",
        "points_number": {"decimal": 1.0, "numerator": 1, "denominator": 1},
        "rounds": [
            {
                "round": 1,
                "opponent": 7,
                "colour": "b",
                "result": "0",
                "played": True,
                "float": None,
                "points": "0",
            },
            {
                "round": 2,
                "opponent": None,
                "colour": None,
                "result": "U",
                "played": False,
                "float": "down",
                "points": "1",
            },
        ],
    }


def test_before_round_1_there_are_names_and_points() -> None:
    done = call("crosstable", "-", stdin=trf("", ""))
    assert done.out == "Before round 1\n\n  Player    Pts\n1 Player 1  0.0\n2 Player 2  0.0\n"


def test_a_table_of_the_future_is_refused() -> None:
    done = call("crosstable", EXAMPLE, "--round", "4")
    assert done.code == 3
    assert "There is no crosstable after round 4; rounds paired so far: 3." in done.err
