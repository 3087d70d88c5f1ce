"""The bracket map and its picture show every pair once and every float as an arrow, in every
system.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from xml.etree import ElementTree

import pytest

import crivello
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.bracket_map import TracedMap
from crivello.explain.bracket_picture import LARGE, MapDrawing, describe, picture
from crivello.explain.explanation import ParagraphKind
from crivello.explain.round import TracedRound, explain_round
from crivello.formats.trf import read_trf
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.dutch import Collapsed
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.data import DATA

EXAMPLE = "src/crivello/examples/before-round-4.trf"
SVG = "{http://www.w3.org/2000/svg}"


def mapped(key: str, tournament: Tournament, number: int) -> tuple[TracedMap, RoundPairing, Trace]:
    traced = TracedRound(find(key), tournament, number)
    return traced.bracket_map(), traced.pairing, traced.trace


def drawing(map_: TracedMap, names: dict[int, str] | None = None, **more: object) -> MapDrawing:
    return MapDrawing(map_, 4, Language.EN, names or {}, **more)  # type: ignore[arg-type]


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return the elements of a class."""
    return [one for one in root.iter() if name in one.get("class", "").split()]


def example() -> Tournament:
    return crivello.read(EXAMPLE).model


def rounds(key: str) -> Iterator[tuple[Tournament, int]]:
    """Yield rounds of small random tournaments with all kinds of events."""
    recipe = Recipe(
        players=13,
        rounds=6,
        system=key,
        forfeit_rate=9,
        half_point_bye_rate=9,
        zero_point_bye_rate=15,
        withdrawal_rate=40,
    )
    for seed in range(6):
        tournament = generate(recipe, seed)
        for number in range(1, tournament.paired_rounds + 1):
            yield tournament, number


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_every_pair_is_drawn_once_and_every_float_is_an_arrow(key: str) -> None:
    seen = Counter[str]()
    for tournament, number in rounds(key):
        map_, pairing, _ = mapped(key, tournament, number)
        root = parsed(picture(drawing(map_)))
        drawn = [
            sorted(map(int, one.get("data-pair", "").split("-"))) for one in having(root, "pair")
        ]
        assert sorted(drawn) == sorted(sorted((b.white, b.black)) for b in pairing.boards)
        arrows = having(root, "float")
        assert len(arrows) == len(map_.floats)
        players = {player for b in pairing.boards for player in (b.white, b.black)}
        chips = Counter(int(one.get("data-player", "0")) for one in having(root, "chip"))
        assert set(chips) == players | ({pairing.bye} if pairing.bye is not None else set())
        # Whoever stands in several brackets came from one to the next.
        assert sum(chips.values()) - len(chips) == len(arrows)
        seen["floats"] += len(arrows)
        seen["rejected"] += len(having(root, "rejected"))
        seen["byes"] += pairing.bye is not None
    assert seen["floats"]
    assert seen["byes"]
    if key.startswith("dutch"):
        assert seen["rejected"]


def test_who_was_brought_up_in_vain_comes_back() -> None:
    """6 goes up for 1; the others could then not be paired, and 6 plays in the own group."""
    tournament = read_trf((DATA / "dubov1997" / "brought-up-in-vain.trf").read_bytes()).to_pair()
    map_, _, _ = mapped("dubov-1997", tournament, 4)
    (way,) = [one for one in map_.floats if one.player == 6]
    assert (map_.brackets[way.origin].score, map_.brackets[way.target].score) == (5, 4)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_a_float_leads_from_where_somebody_is_not_paired(key: str) -> None:
    for tournament, number in rounds(key):
        map_, _, _ = mapped(key, tournament, number)
        for one in map_.floats:
            assert one.player in map_.brackets[one.origin].leaving
            assert one.player in map_.brackets[one.target].members
        for place, bracket in enumerate(map_.brackets):
            going = {one.player for one in map_.floats if one.origin == place}
            assert set(bracket.leaving) - going <= {map_.bye}
            assert len(bracket.left) == len(bracket.right) == len(bracket.pairs)
        scores = [bracket.score for bracket in map_.brackets if bracket.size]
        if not key.startswith("burstein"):
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_brackets_have_the_numbers_of_the_explanation(key: str) -> None:
    tournament = example()
    for number in (1, 2, 3, 4):
        map_, _, _ = mapped(key, tournament, number)
        told = explain_round(find(key), tournament, number)
        headings = {
            one.bracket
            for one in told.paragraphs
            if one.kind is ParagraphKind.HEADING and one.bracket
        }
        assert {number for one in map_.brackets for number in one.numbers} == headings


def test_the_dutch_round_of_the_example() -> None:
    """It shows S1 left and S2 right in their order, the exchange of 9 and 10, and each floater."""
    map_, _, _ = mapped("dutch-2017", example(), 4)
    top, second, third, fourth, fifth, last = map_.brackets
    assert (top.left, top.right, top.leaving) == ((2,), (6,), (5,))
    assert [(no.a, no.b, no.article) for no in top.rejected] == [(2, 5, "C.1")]
    assert (second.left, second.right, second.leaving) == ((5, 1), (3, 4), (7,))
    assert second.pairs == ((5, 4), (1, 3))
    assert second.came == {5}
    assert fourth.exchanged == {9, 10}
    ways = [(one.player, one.origin, one.target) for one in map_.floats]
    assert ways == [(5, 0, 1), (7, 1, 2), (9, 3, 4), (12, 4, 5)]
    assert [one.pairs for one in (third, fifth, last)] == [((7, 11),), ((9, 8),), ((12, 13),)]


def test_players_wear_the_colour_they_get() -> None:
    map_, pairing, _ = mapped("dutch-2017", example(), 4)
    chips = having(parsed(picture(drawing(map_))), "chip")
    white = {int(one.get("data-player", "")) for one in chips if "white" in one.get("class", "")}
    assert white == {board.white for board in pairing.boards}


def test_upfloaters_go_up_and_the_bye_of_the_dubov_system_stands_apart() -> None:
    map_, _, _ = mapped("dubov-2026", example(), 2)
    assert map_.bye_apart
    assert map_.bye == 14
    assert [(one.player, one.origin, one.target) for one in map_.floats] == [(8, 2, 1), (9, 2, 1)]
    text = picture(drawing(map_))
    assert "Pairing-allocated bye (3.1)" in text


def test_a_pair_that_was_broken_up_is_one_that_was_not_kept() -> None:
    """Lim, round 2 of the example: the median group is blocked, so 3 and 6 float into it."""
    map_, _, _ = mapped("lim-1999", example(), 2)
    assert (3, 6, "") in [(no.a, no.b, no.article) for no in map_.brackets[0].rejected]
    assert "3–6: made, then undone" in picture(drawing(map_))
    assert "rejected" not in picture(drawing(map_, rejected=False))


def test_a_bracket_that_is_paired_again_shows_nobody() -> None:
    """2017: after a collapse the penultimate bracket is paired a second time."""
    found = 0
    recipe = Recipe(players=9, rounds=7, system="dutch-2017")
    for seed in range(40):
        tournament = generate(recipe, seed)
        for number in range(3, tournament.paired_rounds + 1):
            map_, pairing, trace = mapped("dutch-2017", tournament, number)
            if not any(isinstance(step, Collapsed) for step in trace):
                continue
            again = [one for one in map_.brackets if one.again]
            found += len(again)
            assert all(one.size == 0 for one in again)
            assert sum(len(one.pairs) for one in map_.brackets) == len(pairing.boards)
            drawn = picture(drawing(map_))
            assert not again or "paired again further down" in drawn
            assert all(one.text for one in having(parsed(drawn), "note")), "empty note"
    assert found


def test_names_are_escaped() -> None:
    map_, _, _ = mapped("dutch-2017", example(), 4)
    bad = dict.fromkeys(range(1, 15), '<b onload="x">&')
    url = '/why?a="><script>&b='
    svg = picture(drawing(map_, bad, player_url=lambda player: f"{url}{player}", id='m"'))
    assert "<b " not in svg
    assert "<script" not in svg
    root = parsed(svg)
    assert having(root, "chip")[0].find(f"{SVG}title").text == '2 <b onload="x">&'  # type: ignore[union-attr]
    assert having(root, "chip")[0].find(f"{SVG}a").get("href") == f"{url}2"  # type: ignore[union-attr]


def test_there_are_no_styles_or_scripts_in_it() -> None:
    for key in SYSTEMS.swiss:
        svg = picture(drawing(mapped(key, example(), 4)[0]))
        for one in parsed(svg).iter():
            assert one.tag not in (f"{SVG}style", f"{SVG}script")
            assert not any(name == "style" or name.startswith("on") for name in one.attrib)


def test_it_says_what_it_shows() -> None:
    map_, _, _ = mapped("dutch-2017", example(), 4)
    root = parsed(picture(drawing(map_)))
    assert root.find(f"{SVG}title").text == "Bracket map of round 4"  # type: ignore[union-attr]
    told = describe(drawing(map_))
    assert told[1] == "Bracket at score 2: 5-4, 1-3; not paired there: 7."
    assert root.find(f"{SVG}desc").text == " ".join(told)  # type: ignore[union-attr]
    italian = MapDrawing(map_, 4, Language.IT)
    assert describe(italian)[1] == "Gruppo con punteggio 2: 5-4, 1-3; non abbinati lì: 7."


def test_one_bracket_alone_keeps_its_arrows() -> None:
    map_, _, _ = mapped("dutch-2017", example(), 4)
    root = parsed(picture(drawing(map_), 1))
    assert {one.get("data-player") for one in having(root, "chip")} == {"5", "1", "3", "4", "7"}
    assert {one.get("data-player") for one in having(root, "float")} == {"5", "7"}
    assert [one.get("data-pair") for one in having(root, "pair")] == ["5-4", "1-3"]


def test_of_a_large_field_there_is_an_overview() -> None:
    tournament = generate(Recipe(players=151, rounds=4), 3)
    map_, pairing, _ = mapped("dutch-2026", tournament, 4)
    assert map_.players > LARGE
    root = parsed(picture(drawing(map_, bracket_url=lambda place: f"?bracket={place + 1}")))
    boxes = having(root, "box")
    assert len(boxes) == len(map_.brackets)
    assert sum(int(one.get("data-pairs", "")) for one in boxes) == len(pairing.boards)
    arrows = having(root, "float")
    assert arrows
    assert sum(int(one.get("data-count", "")) for one in arrows) == len(map_.floats)
    assert boxes[2].find(f"{SVG}a").get("href") == "?bracket=3"  # type: ignore[union-attr]
    drawn = [
        pair.get("data-pair")
        for place in range(len(map_.brackets))
        for pair in having(parsed(picture(drawing(map_), place)), "pair")
    ]
    assert len(drawn) == len(set(drawn)) == len(pairing.boards)


Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def has(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def meets(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    @property
    def sides(self) -> set[Point]:
        """The middle of the left side and of the right side."""
        middle = (self.top + self.bottom) / 2
        return {(self.left, middle), (self.right, middle)}


def box(rect: ElementTree.Element) -> Box:
    x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    return Box(x, y, x + width, y + height)


def points_of(line: ElementTree.Element) -> list[Point]:
    """Return the points of a path or a polygon, in order."""
    numbers = re.findall(r"-?[0-9.]+", line.get("d", "") or line.get("points", ""))
    return list(zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True))


def boxes_of_players(root: ElementTree.Element) -> dict[int, list[Box]]:
    found = defaultdict(list)
    for one in having(root, "chip"):
        (rect,) = one.iter(f"{SVG}rect")
        found[int(one.attrib["data-player"])].append(box(rect))
    return found


def check_arrowhead(tip: Point, behind: list[Point], end: Point) -> None:
    """Check an arrowhead: two corners behind the tip, with the end of the line between them."""
    (x, y), (u, v) = behind
    assert ((x + u) / 2, (y + v) / 2) == end
    assert (x - u, y - v) in ((-8, 0), (0, -8))
    assert abs(end[0] - tip[0]) + abs(end[1] - tip[1]) == 6


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_lines_lead_from_one_player_to_another_and_nothing_overlaps(key: str) -> None:
    for tournament, number in islice(rounds(key), 12):
        map_, _, _ = mapped(key, tournament, number)
        root = parsed(picture(drawing(map_)))
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        whole = Box(left, top, left + width, top + height)
        frames = [box(one) for one in having(root, "bracket")]
        chips = boxes_of_players(root)
        every = [one for several in chips.values() for one in several]
        for frames_or_chips in (frames, every):
            assert not any(one.meets(other) for one, other in combinations(frames_or_chips, 2))
        assert all(whole.has(one) for one in frames)
        assert all(any(one.has(chip) for one in frames) for chip in every)
        baselines = {
            text.attrib["y"] for chip in having(root, "chip") for text in chip.iter(f"{SVG}text")
        }
        for text in having(root, "note"):
            of_bracket = re.search("players?$|teams?$", text.text or "")
            assert of_bracket or text.attrib["y"] in baselines
        for text in root.iter(f"{SVG}text"):
            spot = Box(*(float(text.attrib[name]) for name in "xyxy"))
            assert any(one.has(spot) for one in frames)
        sides = {player: set().union(*(one.sides for one in chips[player])) for player in chips}
        for line in (*having(root, "pair"), *having(root, "rejected")):
            a, b = map(int, line.attrib["data-pair"].split("-"))
            points = points_of(line)
            assert points[0] in sides[a]
            assert points[-1] in sides[b]
        for arrow in having(root, "float"):
            player = int(arrow.attrib["data-player"])
            (line,), (head,) = arrow.iter(f"{SVG}path"), arrow.iter(f"{SVG}polygon")
            start, *_, end = points_of(line)
            tip, *behind = points_of(head)
            assert start in sides[player]
            assert tip in sides[player]
            origin, target = (int(arrow.attrib[name]) for name in ("data-from", "data-to"))
            assert (tip[1] < start[1]) == (target < origin)
            check_arrowhead(tip, behind, end)


def test_an_arrow_out_of_the_picture_of_one_bracket_points_up_or_down() -> None:
    map_, _, _ = mapped("dutch-2017", example(), 4)
    root = parsed(picture(drawing(map_), 1))
    chips = boxes_of_players(root)
    for arrow in having(root, "float"):
        (line,), (head,) = arrow.iter(f"{SVG}path"), arrow.iter(f"{SVG}polygon")
        start, *_, end = points_of(line)
        tip, *behind = points_of(head)
        check_arrowhead(tip, behind, end)
        assert tip[1] > start[1]
        (chip,) = chips[int(arrow.attrib["data-player"])]
        coming = arrow.attrib["data-to"] == "1"
        assert (tip if coming else start) in chip.sides


def test_a_pair_is_titled_with_its_board_and_white_first() -> None:
    map_, pairing, _ = mapped("dutch-2017", example(), 4)
    root = parsed(picture(drawing(map_)))
    titles = {one.find(f"{SVG}title").text for one in having(root, "pair")}  # type: ignore[union-attr]
    assert titles == {
        f"Board {place}: {board.white} – {board.black}"
        for place, board in enumerate(pairing.boards, start=1)
    }


def test_marked_players_stand_out_and_floaters_are_told_where_they_go() -> None:
    map_, _, _ = mapped("dutch-2017", example(), 4)
    root = parsed(picture(drawing(map_, marked=frozenset({5, 12}))))
    marked = {one.attrib["data-player"] for one in having(root, "marked")}
    assert marked == {"5", "12"}
    for chip in having(root, "chip"):
        (rect,) = chip.iter(f"{SVG}rect")
        assert ("stroke-width" in rect.attrib) == (chip.attrib["data-player"] in marked)
    notes = [one.text for one in having(root, "note")]
    assert [one for one in notes if "floats" in (one or "")] == [
        f"floats to {score}" for score in ("2", "1½", "½", "0")
    ]
    sizes = [one for one in notes if "player" in (one or "")]
    assert sizes == [f"{bracket.size} players" for bracket in map_.brackets]


def test_the_boxes_of_an_overview_stand_one_below_the_other_with_their_text_inside() -> None:
    tournament = generate(Recipe(players=151, rounds=4), 3)
    map_, _, _ = mapped("dutch-2026", tournament, 4)
    root = parsed(picture(drawing(map_)))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    whole = Box(left, top, left + width, top + height)
    frames = []
    for place, one in enumerate(having(root, "box")):
        (rect,) = one.iter(f"{SVG}rect")
        frames.append(box(rect))
        assert one.attrib["data-place"] == str(place)
        for text in one.iter(f"{SVG}text"):
            assert frames[-1].has(Box(*(float(text.attrib[name]) for name in "xyxy")))
    assert all(whole.has(one) for one in frames)
    assert frames[0].top > whole.top, "the line around it is not cut"
    assert frames == sorted(frames, key=lambda one: one.top)
    assert not any(one.meets(other) for one, other in combinations(frames, 2))
    for arrow in having(root, "float"):
        (line,), (head,) = arrow.iter(f"{SVG}path"), arrow.iter(f"{SVG}polygon")
        start, *_, end = points_of(line)
        tip, *behind = points_of(head)
        check_arrowhead(tip, behind, end)
        origin, target = (frames[int(arrow.attrib[name])] for name in ("data-from", "data-to"))
        for (x, y), end_box in ((start, origin), (tip, target)):
            assert x in (end_box.left, end_box.right)
            assert end_box.top < y < end_box.bottom
