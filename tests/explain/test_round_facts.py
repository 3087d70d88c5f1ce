"""Texts for arbiter and student: every number and name is true, in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import perm

import pytest

from crivello.explain.dutch import narrator
from crivello.explain.explanation import Depth, Explanation, ExplanationRow, LookAhead, ScoreSum
from crivello.explain.facts import Fact
from crivello.explain.round import TracedRound, explain_traced
from crivello.explain.story import Story
from crivello.explain.teach import teach_round
from crivello.formats.detect import read
from crivello.model.agreement import fields, fill
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import ListOf, Points, Sentence
from crivello.model.trace.dutch import PairsForgone
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language, translator
from tests.explain.answer_checks import answers_of_round, recipes, sentences_in
from tests.explain.round_facts import (
    CLAIMS,
    IDS,
    OF_PLAYERS,
    SKIPPED,
    RoundFacts,
    explanations_of,
    faults_of,
    other_edition,
)
from tests.support.data import DATA
from tests.support.samples import WHOLE
from tools.catalogue import collect_here

SEEDS = range(14) if WHOLE else (1, 5, 6)
"""Byes of all kinds, forfeits, late entries, acceleration; 5 has many past pairs, 6 gives up
pairs.
"""


def rounds(key: str, seeds: range | tuple[int, ...] = SEEDS) -> Iterator[TracedRound]:
    for seed in seeds:
        played = recipes(key, seed, 5 + seed % 7)
        for number in range(1, played.paired_rounds + 1):
            yield TracedRound(find(key), played, number)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_fact_of_a_round_is_true(key: str) -> None:
    other = other_edition(key)
    for this in rounds(key):
        found = list(faults_of(this, other, step=4))
        assert not found, (key, this.number, found[:3])


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("fact-2017-a.trf", "dutch-2017"),
        ("fact-2011-a.trf", "dutch-2011"),
        ("seed001-before-r5.trf", "dutch-2017"),
        ("seed001-before-r6.trf", "dutch-2017"),
        ("seed003-before-r5.trf", "dutch-2011"),
    ],
)
def test_every_fact_about_a_joined_group_is_true(name: str, key: str) -> None:
    played = read((DATA / "findings" / name).read_bytes(), name)
    this = TracedRound(find(key), played, played.paired_rounds + 1)
    assert list(faults_of(this, other_edition(key), step=1)) == []


@pytest.mark.parametrize(
    ("key", "code"),
    [
        *(("dutch-2017", f"C.{number}") for number in (6, 7, *range(10, 20))),
        *(("dutch-2026", f"C{number}") for number in (*range(6, 10), *range(11, 22))),
        *(("dubov-2018", f"C.{number}") for number in (5, 6, 7, 10)),
        *(("dubov-2026", f"C{number}") for number in (5, 6, 7, 10)),
        ("team-2026", "C7"),
        ("doubleswiss-2026", "C7"),
        *(("dutch-2011", code) for code in ("A.7d", "B.4", "B.5↓", "B.5↑", "B.6↓", "B.6↑")),
    ],
)
def test_a_wrong_value_in_a_table_of_candidates_is_noticed(key: str, code: str) -> None:
    """A count is one too high, or a list one longer, in all rows alike."""

    def spoil(value: object) -> object:
        match value:
            case ListOf(items):
                return ListOf((*items, Points(1, 2)))
            case LookAhead(unpaired, amounts):
                return LookAhead(unpaired + 1, amounts)
            case int():
                return value + 1
            case _:
                return value

    def spoilt(row: ExplanationRow, place: int) -> ExplanationRow:
        cells = list(row.cells)
        cells[place] = spoil(cells[place])
        return replace(row, cells=tuple(cells))

    for this in rounds(key, tuple(range(300))):
        told = explain_traced(this, Depth.FULL)
        paragraphs = []
        for one in told.paragraphs:
            table = one.table
            if table is not None and code in table.columns:
                place = table.columns.index(code)
                table = replace(table, rows=tuple(spoilt(row, place) for row in table.rows))
                paragraphs.append(replace(one, table=table))
        if paragraphs:
            found = RoundFacts(this).faults(replace(told, paragraphs=tuple(paragraphs)))
            assert any(code in fault for fault in found)
            return
    raise AssertionError("no table with this column")


def test_the_pairs_that_a_bracket_gives_up_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that counts only the pairs beyond those made is noticed."""
    told = narrator.tell_forgone

    def beyond(story: Story, step: PairsForgone, edition: DutchEdition, pairs: int) -> None:
        told(story, replace(step, pairs=step.pairs - pairs), edition, 0)

    monkeypatch.setattr(narrator, "tell_forgone", beyond)
    found = [fault for this in rounds("dutch-2026", (6,)) for fault in faults_of(this)]
    assert any("false: One pair could be made here, but then" in fault for fault in found)


@pytest.mark.parametrize(("key", "seed", "number"), [("dutch-2017", 3, 3), ("dutch-2026", 9, 5)])
def test_moved_down_players_whom_a_bracket_gives_up_are_told(
    key: str, seed: int, number: int
) -> None:
    """The bracket has as many pairs as possible, but one of them without a moved-down player."""
    this = TracedRound(find(key), recipes(key, seed, 5 + seed % 7), number)
    told = [sentence.template for _, one in explanations_of(this) for sentence in sentences(one)]
    assert narrator.FEWER_MOVED_DOWN[0] in told
    assert narrator.FEWER_PAIRS[0] not in told
    assert [*faults_of(this)] == []


ELSEWHERE = re.compile(r"^Round \{round\}(,|:)|^There is no player|^The pairing system")
"""Titles, which repeat the question, and errors."""
TOLD = re.compile(
    r"explain/(?!facts\.py|player/|\w+/player|teach|lesson|notation|typed_bracket|\w+/lessons|bracket_picture)"
    r"|systems/(lim/(floaters|group|procedure)|dutch2011/(why_not|record)|\w+/judge|completion)"
)


def test_every_sentence_of_the_rounds_has_a_claim() -> None:
    without = [
        (sorted(places)[0], many or one)
        for (one, many), places in collect_here().sentences.items()
        if any(TOLD.match(place) for place in places)
        and fields(many or one)
        and not ELSEWHERE.match(one)
        and (one if many is None else (one, many)) not in OF_PLAYERS
        and CLAIMS.find(many or one) is None
    ]
    assert without == []


def sentences(told: Explanation) -> Iterator[Sentence]:
    yield from sentences_in(paragraph.sentence for paragraph in told.paragraphs)


def shown(sentence: Sentence, language: Language) -> list[str]:
    """Return the values that the sentence shows, each as often as it is shown."""
    template = translator(language).translate(sentence.template, sentence.values)
    text = fill(template, sentence.values, {name: f"⟦{name}⟧" for name in sentence.values})
    return re.findall("⟦(.*?)⟧", text)


@pytest.mark.parametrize("key", SYSTEMS)
def test_both_languages_show_the_same_facts(key: str) -> None:
    for this in rounds(key, (6,)):
        for _, told in explanations_of(this, step=5):
            for sentence in sentences(told):
                english, italian = (set(shown(sentence, one)) for one in COMPLETE_LANGUAGES)
                if sentence.values.get("count") == 1:  # "one pair", "1 coppia"
                    english, italian = english - {"count"}, italian - {"count"}
                assert english == italian, sentence


@pytest.mark.parametrize("key", SYSTEMS)
def test_both_languages_show_the_same_facts_to_players(key: str) -> None:
    for this in rounds(key, (1, 6)):
        for answer in answers_of_round(this, 3):
            for sentence in sentences_in(answer.sentences):
                english, italian = (set(shown(sentence, one)) for one in COMPLETE_LANGUAGES)
                assert english == italian, sentence


def test_both_languages_have_the_same_figures_in_their_words() -> None:
    """Such numbers are part of the sentence: 50 %, 1st, S1, C.04."""
    from crivello.words.po import read_po
    from tools.catalogue import LOCALE

    po = LOCALE / "it" / "LC_MESSAGES" / "crivello.po"
    differ = [
        (one, forms)
        for (one, many), entry in read_po(po.read_text(encoding="utf-8")).items()
        if any(TOLD.match(place) for place in collect_here().sentences[one, many])
        for forms in [entry.forms[-1]]
        if set(re.findall(r"\d+", many or one)) != set(re.findall(r"\d+", forms))
    ]
    assert differ == []


def one_more(value: object) -> object:
    """Return a number or points increased by the smallest step; None for other values."""
    match value:
        case bool() | Fact():
            return None
        case int():
            return value + 1
        case Points(amount, unit):
            return Points(amount + 1, unit)
        case ScoreSum(Points(amount, unit), terms):
            return ScoreSum(Points(amount + 1, unit), terms)
        case ListOf((*most, Points(amount, unit))):
            return ListOf((*most, Points(amount + 1, unit)))
        case _:
            return None


def one_off(sentence: Sentence) -> Iterator[tuple[str, str, Sentence]]:
    """Yield the sentence with one of its numbers changed: template, field, sentence."""
    for name, value in sentence.values.items():
        other = None if name in IDS else one_more(value)
        if other is not None:
            template = sentence.template
            longest = template if isinstance(template, str) else template[1]
            yield longest, name, Sentence(template, **{**sentence.values, name: other})


BY_THE_RECORD = {
    "The last one is perfect: the sieve stops and skips {count} later sets.",
    "{count} candidates are not shown; none of them was ever the best so far.",
    "Another combination has fewer pairs that cannot give both players their colour: {best} "
    "instead of {mine}.",
    "The best combination. Players who float: {C5}; pairs not granting both preferences: {C8}.",
    "With {fewest} floaters, as many as the bracket itself needs, the rest of the round could not "
    "be paired.",
    "Pairs that may now break a colour preference: {x}.",
    "Variable preferences are counted for the colour that lowers x, to {x}: {players}.",
    "The protection from a repeated upfloat (B.{criterion}) is dropped for {players}.",
    "The protection from a repeated downfloat (B.{criterion}) is dropped for {players}.",
}
"""Sentences whose numbers are checked only for their sign or order."""
OF_ANOTHER_PAIRING = {
    ("The score of the bye would be {wrong} instead of {right}.", "wrong"),
    (
        "{asks} In the bracket at score {score} it would be {wrong} instead of {right}: {parts}.",
        "wrong",
    ),
    (
        "{asks} In the bracket at score {score} there would be {count} cases against it instead of "
        "{right}; new: {parts}.",
        "count",
    ),
    (
        "{asks} In the bracket at score {score} there would be {count} cases against it instead of "
        "{right}: {parts}.",
        "score",
    ),
}
"""Values of another pairing are only checked to be worse than the right one's, in an existing
bracket.
"""


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_number_that_is_one_off_is_noticed(key: str) -> None:
    """Each is noticed at least once in four tries: another number, such as a score, may happen to
    be true too.
    """
    tried, noticed = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for this in rounds(key, (3, 5, 8)):
        facts = RoundFacts(this)
        for asked, told in explanations_of(this, step=5):
            for one in told.paragraphs:
                for template, name, changed in one_off(one.sentence):
                    what = template, name
                    if one.kind in SKIPPED or tried[what] > 40:
                        continue
                    tried[what] += 1
                    paragraph = replace(one, sentence=changed)
                    wrong = replace(
                        told,
                        paragraphs=tuple(paragraph if it is one else it for it in told.paragraphs),
                    )
                    noticed[what] += any(
                        "false" in fault for fault in facts.faults_in(paragraph, wrong, asked)
                    )
    weak = {
        what for what in tried if 4 * noticed[what] < tried[what] and what[0] not in BY_THE_RECORD
    }
    assert weak - OF_ANOTHER_PAIRING == set()


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_map_shows_boards_colours_and_scores_of_the_round(key: str) -> None:
    """Players in a bracket of another score came there from their own."""
    for this in rounds(key):
        drawn, facts = this.bracket_map(), RoundFacts(this)
        boards = [*enumerate(this.pairing.boards, start=1)]
        assert drawn.board == {player: n for n, b in boards for player in (b.white, b.black)}
        assert drawn.white == {b.white for _, b in boards}
        assert drawn.black == {b.black for _, b in boards}
        assert drawn.bye == this.pairing.bye
        made = [frozenset(pair) for one in drawn.brackets for pair in one.pairs]
        assert sorted(map(sorted, made)) == sorted(sorted((b.white, b.black)) for _, b in boards)
        scores = [one.score for one in drawn.brackets]
        assert scores == sorted(scores, reverse=True)
        for place, one in enumerate(drawn.brackets):
            for player in one.members:
                if facts.entrant[player].score < one.score:
                    assert any((f.player, f.target) == (player, place) for f in drawn.floats)
            for no in one.rejected:
                assert {no.a, no.b} <= {*one.members}
                assert frozenset((no.a, no.b)) not in made
        for path in drawn.floats:
            assert path.player in drawn.brackets[path.origin].members
            assert path.player in drawn.brackets[path.target].members


@pytest.mark.parametrize("key", ["dutch-2017", "dutch-2026"])
def test_the_orders_that_are_taught_are_those_of_the_rules(key: str) -> None:
    """Transpositions rise; each row has the players of its numbers; all rows are counted."""
    tables = 0
    for this in rounds(key, (1, 5)):
        told = teach_round(this.system, this.tournament, this.number)
        number: dict[int, int] = {}
        for place, one in enumerate(told.paragraphs):
            if one.table is None:
                continue
            heads = [str(head) for head in one.table.columns]
            rows = one.table.rows
            if heads[:2] == ["BSN", "Player"]:
                number = {row.cells[1].id: row.cells[0] for row in rows}
                assert [*number.values()] == [*range(1, len(number) + 1)]
                for row in rows:
                    score = this.story().entrant[row.cells[1].id].score
                    assert row.cells[2].amount == score
            elif heads[:3] == ["No.", "BSN", "Players"]:
                n1 = one.sentence.values["n1"]
                orders = [tuple(row.cells[1].plain) for row in rows]
                assert [row.cells[0] for row in rows][:60] == [*range(1, len(rows) + 1)][:60]
                assert all(a[:n1] < b[:n1] for a, b in pairwise(orders))
                for row, order in zip(rows, orders, strict=True):
                    assert tuple(number[player] for player in row.cells[2].plain) == order
                total = one.sentence.values["total"]
                assert total in [perm(many, n1) for many in range(n1, len(number) + 1)]
                after = [*told.paragraphs[place + 1 :], one][0].sentence.values
                assert len(rows) == total or after["count"] == total - len(rows)
                tables += 1
    assert tables > 10
