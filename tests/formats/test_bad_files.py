"""Bad report files with one defect each: the problem names its place and what was expected."""

import pytest

from crivello.formats.trf import read_trf
from crivello.formats.trf.records import RECORDS
from crivello.model.errors import CrivelloError, Illegal, Malformed, TooLarge
from tests.support.data import DATA

BAD = DATA / "bad"
PLAYER = "a starting rank number from 1 to 9999"
TEAM = "the number of a team, from 1 to 999"
EXISTING = "the number of a player of this file"
BLANK = "a blank, as columns are counted"
BACK = "an opponent who has this player in the same round"
POINTS = "points such as 11.5"
ROUNDS = "a number of rounds from 1 to 100"
LAST = "a last number that is not below the first"
SWISS = "FIDE_DUTCH, FIDE_DUBOV or FIDE_BURSTEIN, followed by a year or _BAKU if necessary"
XXS = "CODE=POINTS with one of W D WW BW WD BD WL BL ZPB HPB FPB PAB FW FL"

Found = tuple[int, int, str, str]
"""Line, column, the text found, and what was expected."""

# fmt: off
DEFECTS: list[tuple[str, type[CrivelloError], list[Found]]] = [
    ("013-unknown-player", Illegal, [(10, 37, "9", EXISTING)]),
    ("162-points", Malformed, [(10, 7, "3-0", POINTS)]),
    ("162-shifted", Malformed, [(10, 5, "W", BLANK)]),
    ("162-symbol", Malformed, [(10, 15, "Q", "one of W D L A P X")]),
    ("240-empty", Malformed, [(10, 11, "", PLAYER)]),
    ("240-player", Malformed, [(10, 11, "x", PLAYER)]),
    ("240-round", Malformed, [(10, 7, "0x3", "a round from 1 to 100")]),
    ("240-type", Malformed, [(10, 5, "U", "F, H or Z")]),
    ("240-unknown-player", Illegal, [(10, 11, "9", EXISTING)]),
    ("250-match-points", Malformed, [
        (10, 5, "2.0", "blanks, as match points belong to team tournaments"),
    ]),
    ("250-players", Malformed, [(10, 28, "1", LAST)]),
    ("250-points", Malformed, [(10, 10, "x.x", POINTS)]),
    ("250-rounds", Malformed, [(10, 19, "002", LAST)]),
    ("260-rounds", Malformed, [(10, 9, "002", LAST)]),
    ("260-shifted", Malformed, [(10, 17, "2", BLANK)]),
    ("299-points", Malformed, [(10, 14, "1,0", POINTS)]),
    ("299-type", Malformed, [(10, 5, "Q", "one of W D L F H Z + - or a blank")]),
    ("299-unknown-player", Illegal, [(10, 24, "9", EXISTING)]),
    ("acceleration-twice", Illegal, [(11, 10, "0.5", "1")]),
    ("bb-points", Malformed, [(10, 5, "1..0", POINTS)]),
    ("beyond-the-last-round", Illegal, [
        (4, 5, "1", "the number of all rounds, including those still to come"),
    ]),
    ("bye-against-cell", Illegal, [(10, 11, "H", "the same in both lines")]),
    ("bye-with-opponent", Malformed, [
        (6, 99, "U", "one of 1 = 0 W D L + - or a blank, as there is an opponent"),
    ]),
    ("colour-missing", Malformed, [(6, 97, "", "w or b, as there is an opponent")]),
    ("colour-of-a-bye", Malformed, [(6, 97, "w", "- or a blank, as there is no opponent")]),
    ("colour-twice", Illegal, [(10, 5, "black1", "white")]),
    ("count-unreadable", Malformed, [(10, 5, "two", "a number")]),
    ("empty", Malformed, [(1, 1, "", "at least one line 001")]),
    ("fide-number-letters", Malformed, [
        (6, 58, "80O0011", "a FIDE number of up to eleven digits, or blanks"),
    ]),
    ("initial-colour-unreadable", Malformed, [(5, 5, "R", "W or B")]),
    ("name-twice", Illegal, [(10, 5, "Open of Rovigo", "Open of Padova")]),
    ("national-rating", Malformed, [(10, 49, "18x0", "a rating of up to four digits, or blanks")]),
    ("national-twice", Illegal, [(11, 5, "1", "one line for each player and federation")]),
    ("national-unknown-player", Illegal, [(10, 5, "9", EXISTING)]),
    ("no-record", Malformed, [
        (2, 1, "Open of Pado", "a record: three letters or digits and a blank"),
    ]),
    ("number-twice", Illegal, [(10, 5, "4", "a number that no other player has")]),
    ("number-unreadable", Malformed, [(8, 5, "3a", PLAYER)]),
    ("number-zero", Malformed, [(8, 5, "0", PLAYER)]),
    ("opponent-elsewhere", Illegal, [(6, 92, "4", BACK), (8, 92, "1", BACK)]),
    ("opponent-letters", Malformed, [(6, 92, "x", "the number of the opponent, 0000 or blanks")]),
    ("opponent-unknown", Illegal, [(6, 92, "9", EXISTING), (8, 92, "1", BACK)]),
    ("own-opponent", Illegal, [(6, 92, "1", "the number of another player"), (8, 92, "1", BACK)]),
    ("points-comma", Malformed, [(6, 81, "2,0", "points such as 11.5, or blanks")]),
    ("points-do-not-add-up", Illegal, [(6, 81, "2.5", "2.0")]),
    ("rank-letters", Malformed, [(6, 86, "1.", "a rank from 1 to 9999, or blanks")]),
    ("rating-letters", Malformed, [(6, 49, "24O0", "a rating of up to four digits, or blanks")]),
    ("result-one-sided", Illegal, [(8, 99, "", "results that can belong to one game")]),
    ("result-unknown", Malformed, [
        (6, 99, "2", "one of 1 = 0 W D L + - or a blank, as there is an opponent"),
    ]),
    ("result-without-opponent", Malformed, [
        (6, 99, "1", "one of H F U Z or a blank, as there is no opponent"),
    ]),
    ("results-disagree", Illegal, [(8, 99, "=", "results that can belong to one game")]),
    ("round-date", Malformed, [(10, 92, "26/01/05  26/15/16", "a date YY/MM/DD")]),
    ("rounds-too-many", Malformed, [(10, 5, "999999999", ROUNDS)]),
    ("rounds-twice", Illegal, [(10, 5, "6", "5")]),
    ("rounds-word", Malformed, [(10, 5, "nine", ROUNDS)]),
    ("same-colour", Illegal, [(8, 97, "w", "one w and one b")]),
    ("scoring-twice", Illegal, [(11, 6, "3", "1")]),
    ("shifted-columns", Malformed, [(7, 53, "0", BLANK)]),
    ("tab", Malformed, [(7, 23, "\\t", "blanks")]),
    (
        "team-records",
        Malformed,
        [
            (11, 84, "x", PLAYER),
            (12, 5, "x", TEAM),
            (13, 9, "x", TEAM),
            (14, 10, "x.0", "points such as 11.5"),
            (15, 5, "++", "+-, -+ or --"),
            (16, 5, "WGWB", "the colours of the boards, such as WBWB"),
            (
                17,
                5,
                "TW 2.0  TD 1.0 TL 0.0",
                "TW, TD and TL with their points, such as TW 2.0   TD 1.0   TL 0.0",
            ),
            (18, 5, "1", TEAM),
        ],
    ),
    ("team-013-member", Malformed, [(10, 37, "x", PLAYER)]),
    ("two-byes", Illegal, [(7, 119, "U", "at most one U in a round")]),
    ("type-unknown", Malformed, [(10, 5, "FIDE_DUTCH_HALEY", SWISS)]),
    ("xxa-player", Malformed, [(10, 5, "x", PLAYER)]),
    ("xxa-points", Malformed, [(10, 15, "one", POINTS)]),
    ("xxa-twice", Illegal, [(11, 10, "0.5", "1")]),
    ("xxa-unknown-player", Illegal, [(10, 5, "9", EXISTING)]),
    ("xxc-word", Malformed, [(10, 10, "green1", "rank, white1 or black1")]),
    ("xxp-unknown-player", Illegal, [(10, 7, "9", EXISTING)]),
    ("xxp-word", Malformed, [(10, 7, "two", PLAYER)]),
    ("xxs-code", Malformed, [(10, 9, "Q=1", XXS)]),
    ("xxs-points", Malformed, [(10, 5, "W=three", XXS)]),
    ("xxz-after-the-end", Illegal, [(10, 5, "3", "a round still to be paired")]),
    ("xxz-empty", Malformed, [(10, 5, "", PLAYER)]),
    ("xxz-unknown-player", Illegal, [(10, 5, "9", EXISTING)]),
]
# fmt: on


@pytest.mark.parametrize(("name", "error", "problems"), DEFECTS, ids=[d[0] for d in DEFECTS])
def test_every_defect_of_a_file_is_named(
    name: str, error: type[Malformed], problems: list[Found]
) -> None:
    with pytest.raises(Malformed) as caught:
        read_trf((BAD / f"{name}.trf").read_bytes())
    assert type(caught.value) is error
    found = [(p.line, p.column, p.found, p.expected) for p in caught.value.problems]
    assert found == problems
    assert caught.value.values["count"] == len(problems)
    assert all(str(problem) for problem in caught.value.problems)
    lines = (BAD / f"{name}.trf").read_text("utf-8").split("\n")
    for problem in caught.value.problems:
        assert problem.line is not None
        tag = problem.sentence.values.get("tag")
        assert tag is None or lines[problem.line - 1].startswith(str(tag))


def test_every_bad_file_is_in_the_table() -> None:
    assert sorted(path.stem for path in BAD.glob("*.trf")) == sorted(name for name, _, _ in DEFECTS)


def test_every_record_with_a_structure_has_a_bad_file() -> None:
    free_text = {"012", "022", "032", "042", "052", "092", "102", "112", "122", "182", "###"}
    never_refused = {"172", "202", "212", "222"}
    same_reader = {"072": "062", "062": "082", "BBD": "BBW", "BBL": "BBW", "BBZ": "BBW"}
    same_reader |= {"BBF": "BBW", "BBU": "BBW", "142": "XXR"}
    covered = set()
    for name, _, problems in DEFECTS:
        lines = (BAD / f"{name}.trf").read_text("utf-8").split("\n")
        covered |= {lines[line - 1][:3] for line, _, _, _ in problems}
    for record in RECORDS.keys() - free_text - never_refused:
        while record not in covered:
            record = same_reader[record]


def test_disagreements_name_both_lines() -> None:
    with pytest.raises(Illegal) as caught:
        read_trf((BAD / "results-disagree.trf").read_bytes())
    (problem,) = caught.value.problems
    assert (problem.line, problem.sentence.values["other"]) == (8, 6)
    assert (problem.player, problem.round, problem.sentence.values["opponent"]) == (3, 1, 1)
    assert "line 6" in str(problem)


def test_a_bye_against_a_cell_names_player_and_round() -> None:
    with pytest.raises(Illegal) as caught:
        read_trf((BAD / "bye-against-cell.trf").read_bytes())
    (problem,) = caught.value.problems
    assert (problem.player, problem.round, problem.sentence.values["other"]) == (1, 1, 6)


def test_an_absence_after_the_last_round_names_the_round_there_would_be() -> None:
    with pytest.raises(Illegal) as caught:
        read_trf((BAD / "xxz-after-the-end.trf").read_bytes())
    (problem,) = caught.value.problems
    assert (problem.round, problem.sentence.values["rounds"]) == (3, 2)


def test_all_defects_are_listed_in_the_order_of_the_file() -> None:
    text = (BAD / "points-do-not-add-up.trf").read_text("utf-8")
    text = text.replace("142 5", "142 five").replace("152 W", "152 R") + "XXP 1 9\n"
    with pytest.raises(Malformed) as caught:
        read_trf(text)
    assert [(p.line, p.column) for p in caught.value.problems] == [(4, 5), (5, 5), (6, 81), (10, 7)]


def test_ten_thousand_players_are_too_many() -> None:
    with pytest.raises(TooLarge) as caught:
        read_trf("001 \n" * 10_000)
    assert caught.value.values == {"count": 10_000, "limit": 9_999}


def test_a_flood_of_problems_is_counted_and_cut() -> None:
    with pytest.raises(Malformed) as caught:
        read_trf("XXR x\n" * 5_000)
    assert caught.value.values["count"] == 5_000
    assert len(caught.value.problems) == 1_000
