"""The article of each tie-break, each of its terms, and each requirement."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.standings.direct_encounter import ComparedBy
from crivello.standings.norms import RequirementKind
from crivello.standings.tie_breaks import RULES, TEAM_RULES, Scale
from crivello.standings.working import CitedRule, CutBy, Reason

# Article, type (4.3), modifiers, what the value counts.
TIE_BREAKS = {
    "PTS": "4 | B |  | points",
    "DE": "6 | A | P | points",
    "WIN": "7.1 | B |  | whole",
    "WON": "7.2 | B |  | whole",
    "BPG": "7.3 | B |  | whole",
    "BWG": "7.4 | B |  | whole",
    "PS": "7.5 | B | C | points",
    "REP": "7.6 | B | C | whole",
    "STD": "7.7 | B |  | halves",
    "TPN": "7.8 | B | R | whole, lower is better",
    "LOT": "4 | B |  | whole, lower is better",
    "EXT": "4 | B |  | external",
    "BH": "8.1 | C | CPF | points",
    "AOB": "8.2 | CC | PF | mean",
    "FB": "8.3 | D | CP | points",
    "SB": "9.1 | BC | CP | product",
    "KS": "9.2 | BC | L | points",
    "ARO": "10.1 | D | CU | whole",
    "TPR": "10.2 | DB | U | whole",
    "PTP": "10.3 | DB | U | whole",
    "APRO": "10.4 | DC | U | whole",
    "APPO": "10.5 | DC | U | whole",
    "RTNG": "10.6 | B | RU | whole",
    "MPTS": "11.1 | B |  | exact",
    "GPTS": "11.1 | B |  | exact",
    "BC": "12.1 | B |  | exact, lower is better",
    "TBR": "12.2 | B |  | whole",
    "BBE": "12.3 | B |  | whole",
    "MPVGP": "13.1 | B |  | exact",
    "EMMSB": "13.2 | BC | CP | exact",
    "EMGSB": "13.2 | BC | CP | exact",
    "EGMSB": "13.2 | BC | CP | exact",
    "EGGSB": "13.2 | BC | CP | exact",
    "EDE": "13.3 | A | P | whole",
    "EDET": "13.3 | A | P | whole",
    "EDEB": "13.3 | A | P | whole",
    "EDEBT": "13.3 | A | P | whole",
    "EDEBB": "13.3 | A | P | whole",
    "SSSC": "13.4 | BC | PFK | exact",
    "BH:MP": "8.1, 13 | C | CPF | exact",
    "BH:GP": "8.1, 13 | C | CPF | exact",
}
TERMS = {
    "": "OPPONENT",
    "7.1": "WIN_POINTS",
    "7.2": "WON",
    "7.3": "BLACK",
    "7.4": "BLACK_WON",
    "7.5": "SCORE_AFTER",
    "7.6": "ELECTED NOT_ELECTED",
    "7.7": "MORE SAME MORE_THAN_DRAW AS_DRAW",
    "8.2": "BUCHHOLZ_OF",
    "8.3": "OPPONENT_DRAWN",
    "9.2": "KOYA KOYA_BELOW",
    "10.1": "RATING",
    "10.2": "AVERAGE DIFFERENCE",
    "10.3": "EXPECTED",
    "10.4": "PERFORMANCE_OF",
    "10.5": "PERFECT_PERFORMANCE_OF",
    "12": "BYE_BOARDS",
    "12.1": "BOARDS",
    "13.4": "OTHER_SCORE SCHEDULE_STRENGTH",
    "15.2, 16.6": "SCHEDULED",
    "16.3": "ADJUSTED",
    "16.4": "ONESELF CAPPED_BY_OPPONENT CAPPED_BY_DRAWS",
    "till 2023": "ADJUSTED_TILL_2023 VIRTUAL",
}
REQUIREMENTS = {
    "0.3.1": "WOMEN",
    "1.1.3": "ROUNDS_A_DAY",
    "1.4.1": "GAMES",
    "1.4.1e": "ROUND_ROBIN",
    "1.4.3": "FOREIGN",
    "1.4.4": "OWN ONE_FEDERATION",
    "1.4.5a": "TITLED",
    "1.4.5b-e": "OF_TITLE",
    "1.4.8": "PERFORMANCE",
    "1.4.8a": "AVERAGE",
    "1.4.8b": "SCORE",
}


def by_article(rules: Iterable[CitedRule | RequirementKind]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(rule.article, []).append(rule.name)
    return {article: " ".join(names) for article, names in found.items()}


def test_every_tie_break() -> None:
    assert {
        rule.code: f"{rule.article} | {rule.type} | {rule.modifiers} | {rule.scale.value}"
        + ", lower is better" * rule.lower_is_better
        for rule in (*RULES, *TEAM_RULES)
    } == TIE_BREAKS
    assert {rule.scale for rule in (*RULES, *TEAM_RULES)} == {*Scale}


def test_every_term() -> None:
    assert by_article(Reason) == TERMS
    assert by_article(CutBy) == {"14": "LEAST MOST", "16.5": "VOLUNTARY"}
    assert by_article(ComparedBy) == {
        "6.2": "MET",
        "6.3": "NOT_ALL_MET",
        "12.1": "BOARD_COUNT",
        "12.2": "TOP_BOARD",
        "12.3": "UPPER_BOARDS",
    }


def test_every_requirement_of_a_norm() -> None:
    assert by_article(RequirementKind) == REQUIREMENTS
