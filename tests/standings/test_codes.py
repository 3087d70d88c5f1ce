"""Codes of tie-breaks: parsed, written, and refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.model.errors import CrivelloError, Malformed, Unsupported
from crivello.standings.tie_breaks import RULES, TieBreak, parse_list


@pytest.mark.parametrize(
    "code",
    [
        *(rule.code for rule in RULES),
        *("BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB/C1", "ARO/C1", "PS/C2", "REP/C1", "FB/C1"),
        *("BH/C3", "SB/M4", "PS/C9", "KS/L60%", "KS/L0%", "KS/L100%"),
        *("DE/P", "BH/P", "BH/C1/P", "AOB/F", "KS/L+1", "KS/L-2", "TPN/R", "RTNG/R", "ARO/U1400"),
    ],
)
def test_a_code_is_written_as_it_is_read(code: str) -> None:
    assert TieBreak.parse(code).code == code


def test_case_and_order_do_not_matter() -> None:
    assert TieBreak.parse(" bh/p/c1 ") == TieBreak.parse("BH/C1/P")


def test_a_code_of_an_earlier_edition() -> None:
    assert TieBreak.parse("GE").code == "REP"


def test_direction() -> None:
    assert TieBreak.parse("BH").higher_is_better
    assert not TieBreak.parse("TPN").higher_is_better  # 7.8
    assert TieBreak.parse("TPN/R").higher_is_better
    assert not TieBreak.parse("RTNG/R").higher_is_better


def test_the_points_come_first_unless_the_list_says_where() -> None:
    assert [key.code for key in parse_list(("BH", "SB"))] == ["PTS", "BH", "SB"]
    assert [key.code for key in parse_list(("PTS", "DE", "BH", "DE"))] == ["PTS", "DE", "BH", "DE"]
    assert [key.code for key in parse_list(("DE", "PTS"))] == ["DE", "PTS"]
    assert [key.code for key in parse_list(())] == ["PTS"]


@pytest.mark.parametrize(
    ("code", "error", "sentence"),
    [
        ("XYZ", Malformed, "There is no tie-break 'XYZ'. Known: PTS, DE, WIN,"),
        ("", Malformed, "There is no tie-break ''."),
        ("BH/", Malformed, "has an unknown modifier '/'."),
        ("BH/C0", Malformed, "has an unknown modifier '/C0'. Known: /C1 to /C9, /M1 to /M9, /P"),
        ("BH/C10", Malformed, "has an unknown modifier '/C10'."),
        ("WIN/C1", Malformed, "The tie-break 'WIN/C1': '/C1' cannot be combined with WIN."),
        ("BH/R", Malformed, "'/R' cannot be combined with BH."),
        ("BH/C1/M1", Malformed, "repeats or contradicts '/M1'."),
        ("BH/C1/C1", Malformed, "repeats or contradicts '/C1'."),
        ("KS/L2", Malformed, "has an unknown modifier '/L2'."),
        ("KS/L101%", Malformed, "has an unknown modifier '/L101%'."),
        ("KS/L+1/L60%", Malformed, "repeats or contradicts '/L60%'."),
        ("BH/L60%", Malformed, "'/L60%' cannot be combined with BH."),
        ("EMMSB", Unsupported, "The tie-break 'EMMSB' is for team tournaments."),
        ("BH:MP/C1", Unsupported, "The tie-break 'BH:MP/C1' is for team tournaments."),
        ("MPvGP", Unsupported, "The tie-break 'MPvGP' is for team tournaments."),
        *(
            (code, Unsupported, f"The tie-break '{code}' is for team tournaments.")
            for code in ("MPTS", "GPTS", "MP", "GP", "EDE/P", "SSSC/K5", "ESB:MG/C1", "TBR")
        ),
    ],
)
def test_what_is_not_a_tie_break_is_refused(
    code: str, error: type[CrivelloError], sentence: str
) -> None:
    with pytest.raises(error) as refusal:
        TieBreak.parse(code)
    assert sentence in str(refusal.value)


def test_the_table_in_the_documentation_is_that_of_the_code() -> None:
    text = (Path(__file__).parents[2] / "docs" / "run" / "standings.md").read_text(encoding="utf-8")
    listed = [line for line in text.splitlines() if line.startswith("| `") and "`/" not in line[:4]]
    rows = [line.split(" | ")[:3] for line in listed]
    assert rows == [[f"| `{rule.code}`", rule.article, rule.type] for rule in RULES], (
        "the table of docs/run/standings.md has one row for each of RULES, in the same order"
    )
