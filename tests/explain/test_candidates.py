"""Tables of candidates: every value is the sieve's own, and candidates drop out at the right
criterion.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.explanation import (
    Depth,
    Explanation,
    Paragraph,
    ParagraphKind,
    candidate_list,
)
from crivello.explain.render import as_html, as_json, as_markdown, as_text
from crivello.explain.round import explain_round
from crivello.explain.steps import CHOSEN, FALLS, LONGEST, CandidateRow, tell_candidates
from crivello.explain.story import Story
from crivello.model.sentence import Sentence
from crivello.model.trace import Trace
from crivello.model.trace.dutch import BracketOpened, CandidateJudged
from crivello.model.trace.upfloats import SetJudged, UpfloatersNeeded
from crivello.rules.field import build_field
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain import facts
from tests.explain.facts import Candidate, as_set, candidates, of_kind
from tests.support.cases import example, load, tournament

EDITIONS = ("dutch-2017", "dutch-2026", "dubov-2018", "dubov-2026")
SEEDS = range(5)


@cache
def random_rounds(key: str) -> list[tuple[Explanation, Trace]]:
    """Return rounds of random small tournaments explained in full, each with the trace of the
    sieve.
    """
    found = []
    for seed in SEEDS:
        recipe = Recipe(players=9 + seed, rounds=6, system=key, draw_percentage=30)
        tournament = generate(recipe, seed)
        for number in range(2, tournament.paired_rounds + 1):
            trace: Trace = []
            find(key).sift(tournament, number, trace)
            told = explain_round(find(key), tournament, number, Depth.FULL)
            found.append((told, trace))
    return found


def by_bracket(trace: Trace) -> Iterator[list[CandidateJudged | SetJudged]]:
    """Return the candidates that the sieve judged, bracket by bracket."""
    judged: list[list[CandidateJudged | SetJudged]] = []
    needed = True
    for step in trace:
        if isinstance(step, BracketOpened | UpfloatersNeeded):
            judged.append([])
            needed = not isinstance(step, UpfloatersNeeded) or step.number > 0
        elif isinstance(step, CandidateJudged | SetJudged) and needed:
            judged[-1].append(step)
    return iter(judged)


@pytest.mark.parametrize("key", EDITIONS)
def test_every_candidate_of_the_sieve_is_a_row_or_counted(key: str) -> None:
    rows = left_out = 0
    for told, trace in random_rounds(key):
        for bracket, judged in zip(facts.brackets(told), by_bracket(trace), strict=True):
            shown = candidates(bracket)
            missing = sum(
                paragraph.sentence.values["count"]
                for paragraph in of_kind(bracket, ParagraphKind.CANDIDATE)
                if "not shown" in str(paragraph.sentence.template)
            )
            assert len(shown) + missing == len(judged)
            rows, left_out = rows + len(shown), left_out + missing
            if key.startswith("dutch"):
                for row in shown:
                    step = judged[row.number - 1]
                    assert as_set(step.pairs) == row.pairs
                    for code, value in step.failures:
                        if len(value) == 1 and code not in ("C.6", "C7") and code < "C.16":
                            assert row.values.get(code, "0") == str(value[0])
    assert rows > 100


def sifted_out(judged: list[CandidateJudged | SetJudged]) -> dict[int, str]:
    """Return the criterion at which each candidate drops out of the best of those left."""
    left = {n: dict(step.failures) for n, step in enumerate(judged, 1) if step.failures}
    dropped = {}
    codes = [code for code, _ in next(step.failures for step in judged if step.failures)]
    for code in codes:
        best = min(values[code] for values in left.values())
        for n in [n for n, values in left.items() if values[code] != best]:
            dropped[n] = code
            del left[n]
    for n in sorted(left)[1:]:
        dropped[n] = "later"
    return dropped


@pytest.mark.parametrize("key", EDITIONS)
def test_each_candidate_falls_where_the_sieve_drops_it(key: str) -> None:
    later = 0
    for told, trace in random_rounds(key):
        for bracket, judged in zip(facts.brackets(told), by_bracket(trace), strict=True):
            tables = [
                paragraph
                for paragraph in of_kind(bracket, ParagraphKind.CANDIDATE)
                if paragraph.table is not None and "Shifts" not in str(paragraph.sentence.template)
            ]
            if len(tables) != 1 or not any(step.failures for step in judged):
                continue  # sets of several scores: C.6 decides between the tables
            dropped = sifted_out(judged)
            for row in candidates(bracket):
                if row.number not in dropped:
                    illegal = not judged[row.number - 1].failures
                    assert row.chosen != illegal
                elif dropped[row.number] == "later":
                    assert row.outcome == "as good as the chosen one, generated later"
                    later += 1
                else:
                    assert row.outcome.endswith(f"falls at {dropped[row.number]}")
    assert later > 0, "no tie in all these rounds: the test shows nothing"


def after_chosen(bracket: list[Paragraph]) -> list[Paragraph]:
    place = next(n for n, paragraph in enumerate(bracket) if paragraph.kind is ParagraphKind.CHOSEN)
    return bracket[place:]


@pytest.mark.parametrize("key", EDITIONS)
def test_perfect_means_that_nothing_fails(key: str) -> None:
    perfect = unsurpassed = 0
    for told, _ in random_rounds(key):
        for bracket in facts.brackets(told):
            fails = bool(of_kind(after_chosen(bracket), ParagraphKind.FAILURE))
            for row in candidates(bracket):
                if row.chosen and "perfect" in row.outcome:
                    assert not fails
                    perfect += 1
                elif row.chosen and row.pairs and "none can fail less" in row.outcome:
                    assert fails
                    unsurpassed += 1
    assert perfect > 10
    assert unsurpassed > 10 or key.startswith("dubov")


def test_small_brackets_of_a_large_field_have_their_tables() -> None:
    """The sieve is run on each bracket with the players whom the pairing put there."""
    tables = large = 0
    for key in ("dutch-2017", "dutch-2026"):
        played = generate(Recipe(players=60, rounds=7, system=key, draw_percentage=30), 5)
        for number in (4, 7):
            for bracket in facts.brackets(explain_round(find(key), played, number, Depth.FULL)):
                rows = candidates(bracket)
                chosen = of_kind(bracket, ParagraphKind.CHOSEN)[0].sentence.values
                if rows:
                    (row,) = (row for row in rows if row.chosen)
                    assert row.pairs == as_set(chosen["pairs"].plain if chosen else ())
                    tables += 1
                else:
                    assert any("too many" in str(p.sentence.template) for p in bracket)
                    assert len(facts.members(bracket)) > 5
                    large += 1
    assert tables > 15
    assert large > 0


# The documents' own tables


def held(key: str, number: int, wanted: list[int]) -> list[Candidate]:
    case = "dutch-2016-held" if key == "dutch-2017" else "dubov-2018-held"
    return candidates(facts.with_members(facts.explained(case, key, number), wanted)[0])


def test_the_sieve_of_round_4() -> None:
    expected = example("dutch-sieve-r4")["expected"]
    *stated, unpaired = expected["candidates"]
    rows = held("dutch-2017", 4, [9, 10, 14])
    assert [row.pairs for row in rows] == [as_set(one["pairs"]) for one in stated]
    assert [row.floaters for row in rows] == [tuple(one["float"]) for one in stated]
    for row, one in zip(rows, stated, strict=True):
        counted = {c: v for c, v in row.values.items() if c not in ("C.6", "C.7", "C.18")}
        assert {c: v for c, v in counted.items() if v != "0"} == {
            c: str(v) for c, v in one["failures"].items()
        }
    assert [row.chosen for row in rows].index(True) == expected["winner"]
    # The fourth candidate of the slide, which pairs nobody.
    assert unpaired["failures"] == {"C.5": 1}
    (table,) = (
        paragraph
        for paragraph in facts.with_members(
            facts.explained("dutch-2016-held", "dutch-2017", 4), [9, 10, 14]
        )[0]
        if paragraph.table is not None
    )
    assert "all with fewer pairs fall at {code}" in str(table.sentence.template)
    assert table.sentence.values["code"] == "C.5"


def test_the_sieve_of_round_5() -> None:
    expected = example("dutch-sieve-r5")["expected"]
    rows = held("dutch-2017", 5, [5, 4, 6, 11])
    assert [row.pairs for row in rows] == [as_set(one["pairs"]) for one in expected["candidates"]]
    assert [row.outcome for row in rows[:2]] == ["not allowed: C.1"] * 2
    for code, value in expected["candidates"][2]["failures"].items():
        assert rows[2].values[code] == str(value)
    assert rows[expected["winner"]].chosen


def test_failure_values_of_the_sets_of_upfloaters() -> None:
    """Round 3 at 1½: sets {5,8}, {5,7} and {5,13} of the booklet's candidates 1, 5 and 6."""
    stated = example("dubov-failure-values")["expected"]["values"]
    rows = {frozenset(row.pairs): row for row in held("dubov-2018", 3, [3, 4])}
    found = []
    for one in stated:
        pairs = frozenset(
            frozenset(int(side[:-1]) for side in pair.split("-")) for pair in one["pairs"]
        )
        if pairs in rows:
            found.append(one["n"])
            row = rows[pairs]
            assert row.values["C.5"] == str(one["FV5"])
            for number in (7, 8, 9, 10):
                assert row.values.get(f"C.{number}", "0") == str(one[f"FV{number}"])
    assert found == [1, 5, 6]
    outcomes = {row.upfloaters: row.outcome for row in rows.values()}
    assert outcomes[5, 7] == "best so far; falls at C.10"
    assert outcomes[5, 8] == "falls at C.7"
    assert outcomes[5, 13] == "chosen, perfect"


def test_shifts_that_were_tried() -> None:
    """Round 2 at ½: G2 has two players more than G1, so the middle one of 12, 13, 14 is shifted."""
    bracket = facts.brackets(facts.explained("dubov-2018-held", "dubov-2018", 2))[1]
    (table,) = (
        p.table
        for p in of_kind(bracket, ParagraphKind.CANDIDATE)
        if p.table is not None and "Shifts" in str(p.sentence.template)
    )
    first = table.rows[0]
    assert first.cells[1].plain == [13]
    assert first.chosen

    # Bounded, and written in every form


def test_a_long_table_says_how_many_are_left_out() -> None:
    """The chosen row, and each row that was the best so far, is shown wherever it is."""
    system, played = find("dutch-2017"), tournament(load("dutch-2016-held"))
    story = Story(system, played, build_field(played, 2, system.field_rules))
    falls, best = Sentence(FALLS, code="C.10"), Sentence(CHOSEN)
    rows = [
        CandidateRow(
            (candidate_list([(n, n + 1)]),), {"C.10": 1, "C.11": 0}, falls, was_best=n in (1, 150)
        )
        for n in range(1, 200)
    ]
    rows.append(
        CandidateRow((candidate_list([(200, 201)]),), {"C.10": 0, "C.11": 0}, best, True, True)
    )
    tell_candidates(story, Sentence("Candidates:"), ("Candidate",), ["C.10", "C.11"], rows)
    whole, note, fulfilled = story.paragraphs
    assert whole.table is not None
    shown = [row.cells[0] for row in whole.table.rows]
    assert shown == [*range(1, LONGEST - 1), 150, 200]
    assert note.sentence.values["count"] == 200 - LONGEST
    assert whole.table.columns[2] == "C.10"
    assert fulfilled.sentence.values["codes"].plain == ["C.11"]


def test_written_as_text_in_columns() -> None:
    text = as_text(facts.explained("dutch-2016-held", "dutch-2017", 4), Language.EN, 80)
    assert (
        "    No.  Candidate  C.6   C.7      C.10  C.14  C.18  Outcome\n"
        "      1  9-10, 14↓  1, 0  1: 1, ½  0     1     1     best so far; falls at C.14\n"
        "      2  9-14, 10↓  1, 0  1: 1, ½  1     0     0     falls at C.10\n"
        "    → 3  10-14, 9↓  1, 0  1: 1, ½  0     0     0     chosen, perfect\n"
    ) in text
    assert max(map(len, text.splitlines())) <= 80


def test_written_as_markdown_and_html() -> None:
    told = facts.explained("dutch-2016-held", "dutch-2017", 4)
    assert "  | → 3 | 10-14, 9↓ | 1, 0 | 1: 1, ½ | 0 | 0 | 0 | chosen, perfect |" in as_markdown(
        told, Language.EN
    )
    html = as_html(told, Language.IT)
    assert '<th scope="col">Candidato</th>' in html
    assert '<tr class="chosen"><td class="number">→ 3</td><td>10-14, 9↓</td>' in html


def test_written_as_json() -> None:
    told = json.loads(
        json.dumps(as_json(facts.explained("dutch-2016-held", "dutch-2017", 4), Language.EN))
    )
    tables = [one["table"] for one in told["paragraphs"] if one["table"] is not None]
    table = next(one for one in tables if "C.14" in one["columns"] and len(one["rows"]) == 3)
    last = dict(zip(table["columns"], table["rows"][2]["cells"], strict=True))
    assert table["rows"][2]["chosen"]
    assert last["No."] == 3
    assert last["Candidate"] == [[10, 14], [9]]
    assert last["C.6"] == ["1", "0"]
    assert last["C.7"] == {"unpaired": 1, "values": ["1", "½"]}
    assert last["C.14"] == 0
    assert last["Outcome"]["text"] == "chosen, perfect"
