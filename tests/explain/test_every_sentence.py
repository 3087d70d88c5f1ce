"""Every step of every system is explained, every rule has a sentence, and all sentences are in the
catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.colours import FOR_ONE_PAIR, ONLY_ONE, WIDER_ABSOLUTE, ColourReason
from crivello.explain.explanation import Depth, Explanation, ParagraphKind
from crivello.explain.registry import find_narrator
from crivello.explain.render import as_html, as_json, as_markdown, as_text
from crivello.explain.round import TracedRound, explain_round, explain_traced
from crivello.model.errors import TooLarge
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import Sentence
from crivello.model.trace import Step, Trace
from crivello.model.trace.dutch import Split
from crivello.model.trace.round_robin import TableRead
from crivello.model.trace.upfloats import UpfloatBracketPaired
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.matches.editions import EDITIONS as MATCHES
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language, say
from crivello.words.po import read_po
from tools.catalogue import LOCALE

SEEDS = range(4)
OF_ALL_STEPS = 2
"""The seed whose tournaments are also paired by the sieve; they have every kind of step."""


@cache
def catalogue() -> frozenset[object]:
    """Return the English sentences of the catalogue; of those with two forms, both together."""
    entries = read_po((LOCALE / "it/LC_MESSAGES/crivello.po").read_text(encoding="utf-8"))
    return frozenset(one if many is None else (one, many) for one, many in entries)


@cache
def told(key: str) -> tuple[list[Explanation], frozenset[type[Step]]]:
    """Return explanations in full of random tournaments, and the kinds of steps in their traces."""
    explanations, kinds = [], set()
    for seed in SEEDS:
        recipe = Recipe(players=11 + seed, rounds=7, system=key, draw_percentage=30)
        tournament = generate(recipe, seed)
        for number in range(1, tournament.paired_rounds + 1):
            system = find(key)
            traced = TracedRound(system, tournament, number)
            sifted: Trace = []
            if system.has_sieve and seed == OF_ALL_STEPS:
                with suppress(TooLarge):
                    system.sift(tournament, number, sifted)
            kinds |= {type(step) for step in (*traced.trace, *sifted)}
            explanations.append(explain_traced(traced, Depth.FULL))
    return explanations, frozenset(kinds)


def sentences(value: object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        yield value
        for inner in value.values.values():
            yield from sentences(inner)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_whole_tournaments_in_both_languages(key: str) -> None:
    for explanation in told(key)[0]:
        for paragraph in explanation:
            for sentence in sentences(paragraph.sentence):
                assert sentence.template in catalogue()
        for language in COMPLETE_LANGUAGES:
            for render in (as_text, as_markdown, as_html):
                assert "{" not in render(explanation, language)
            texts = [entry["text"] for entry in as_json(explanation, language)["paragraphs"]]
            assert all(texts)
            # A dash is an empty list: a first candidate without floaters does not mention any.
            ideal = [p for p in explanation if p.kind is ParagraphKind.IDEAL]
            assert all(p.sentence.values.get("players", True) for p in ideal)
        (boards,) = [p for p in explanation if p.kind is ParagraphKind.BOARDS]
        made = {frozenset(pair) for pair in boards.sentence.values["pairs"].plain}
        colours = {
            frozenset(pair)
            for p in explanation
            if p.kind is ParagraphKind.COLOUR
            for pair in p.sentence.values["pairs"].plain
        }
        assert made == colours


SHAPES = {
    frozenset(keys.split())
    for keys in ("player card", "player name", "player values", "total terms", "unpaired values")
}
"""The documented JSON values that have several parts, besides sentences."""


def objects(value: object) -> Iterator[frozenset[str]]:
    """Yield the keys of a JSON value and of all values inside it; only documented types may
    occur.
    """
    if isinstance(value, dict):
        yield frozenset(value)
        value = list(value["values"].values()) if "template" in value else list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from objects(one)
    else:
        assert isinstance(value, str | int | float | None)


def test_values_in_json_have_the_documented_shapes() -> None:
    seen = set()
    for key in SYSTEMS.swiss:
        for explanation in told(key)[0]:
            for paragraph in as_json(explanation, Language.EN)["paragraphs"]:
                rows = paragraph["table"]["rows"] if paragraph["table"] else ()
                cells = (cell for row in rows for cell in row["cells"])
                for value in (*paragraph["values"].values(), *cells):
                    seen |= set(objects(value))
    # A sum of scores is in lessons alone, and these players have no names.
    elsewhere = {frozenset(("total", "terms")), frozenset(("player", "name"))}
    assert seen - elsewhere == SHAPES - elsewhere | {frozenset(("template", "values", "text"))}
    assert seen <= SHAPES | {frozenset(("template", "values", "text"))}


def test_every_kind_of_step_occurs() -> None:
    """This shows that the test above has seen every kind."""

    def name(kind: type[Step]) -> str:
        return f"{kind.__module__}.{kind.__qualname__}"

    seen = {name(kind) for key in SYSTEMS.swiss for kind in told(key)[1]}
    # A split is a part of another step, a table is not told of random rounds, and brackets with
    # upfloaters are of one kind or another.
    untold = {name(Split), name(TableRead), name(UpfloatBracketPaired)}
    kinds = (*Step.__subclasses__(), *UpfloatBracketPaired.__subclasses__())
    assert {name(kind) for kind in kinds} - untold == seen


def _criteria() -> Iterator[tuple[str, str, str]]:
    for dutch in DUTCH.values():
        bye = () if dutch.bye is None else (dutch.bye,)
        for criterion in (*dutch.floaters, *bye, *dutch.quality):
            yield dutch.key, criterion.code, criterion.sentence
    for dubov in DUBOV.values():
        for criterion in dubov.criteria:
            yield dubov.key, criterion.code, criterion.sentence
    for matches in MATCHES.values():
        for criterion in matches.criteria:
            yield matches.key, criterion.code, criterion.sentence


@pytest.mark.parametrize(("key", "code", "sentence"), list(_criteria()))
def test_every_criterion_has_a_sentence_in_both_languages(
    key: str, code: str, sentence: str
) -> None:
    assert sentence in catalogue()
    assert say(sentence, Language.IT) != sentence


def test_every_colour_rule_has_its_sentences() -> None:
    used = {
        reason for key in SYSTEMS for reason in find_narrator(find(key)).colour_reasons.values()
    }
    # What some articles come to where their last comparison is equal.
    assert used | {ColourReason.LATER, ColourReason.LOWER} == set(ColourReason)
    assert set(FOR_ONE_PAIR) == set(ColourReason)
    for template in (
        *FOR_ONE_PAIR.values(),
        *(idea.value for idea in ColourReason),
        ONLY_ONE,
        WIDER_ABSOLUTE,
    ):
        assert template in catalogue()


def test_a_brief_explanation_is_shorter_than_a_normal_one() -> None:
    tournament = generate(Recipe(players=14, rounds=5, system="dutch-2026"), 1)
    lengths = [
        len(as_text(explain_round(find("dutch-2026"), tournament, 4, depth), Language.EN))
        for depth in Depth
    ]
    assert lengths == sorted(set(lengths))


def test_names_cannot_break_out_of_html_or_markdown() -> None:
    evil = Explanation(Sentence("<b>*x*"), "dutch-2026", 1, ())
    assert "&lt;b&gt;" in as_html(evil, Language.EN)
    assert "\\<b\\>\\*x\\*" in as_markdown(evil, Language.EN)
