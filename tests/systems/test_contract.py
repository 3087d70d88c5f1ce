"""Every system of the registry answers everything that a system must answer."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import crivello
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.explanation import Depth
from crivello.explain.player.readers import Reader, answer_player
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.model.errors import Impossible, Unsupported
from crivello.model.keys import ACCELERATIONS, NO_SWISS, SYSTEMS, TEAMS
from crivello.model.result import Colour
from crivello.model.settings import OPTIONS
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, ColourAllocated, Step, Trace
from crivello.rules.field import build_field
from crivello.systems.judgement import Wish
from crivello.systems.publication import SIEVE_LIMIT
from crivello.systems.registry import Judge, System, find
from crivello.words import Language
from tests.support.random_events import play, random_axes, random_pairing
from tools.trees import walk

FACTS = [
    name
    for name in dict.fromkeys((*System.__annotations__, *vars(System)))
    if not name.startswith("_") and not callable(getattr(System, name, None))
]
"""What a system says of itself: its fields and properties."""


FLOAT_COLUMNS = {
    "dutch-2026": ("C14", "C16"),
    "team-2026": ("C7", "C10"),
    "doubleswiss-2026": ("C7", "C8"),
}
"""The criteria on floats of the last round and the one before; C12 and C14 in other systems."""


ARTICLES = {
    "dutch-2026": ("C1", "C2", "C3", "1.4", "1.7", "C.04.3: 5.1"),
    "dutch-2017": ("C.1", "C.2", "C.3", "A.4", "A.6", "C.04.3.E"),
    "dutch-2011": ("B.1a", "B.1b", "B.2", "A.4", "A.7", ""),
    "dubov-2026": ("C1", "C2", "C3", "1.3", "1.6", "C.04.4.1: 5.1"),
    "dubov-2018": ("C.1", "C.2", "C.3", "A.3", "A.5", "C.04.4.1.E"),
    "dubov-1997": ("2", "2", "2", "2", "1", ""),
    "burstein-2026": ("C1", "C2", "C3", "", "1.5", ""),
    "burstein-2016": ("3.1", "4.1", "5.2, 5.3", "", "1", ""),
    "lim-1999": ("2.1", "1.1", "2.1", "3.10", "5.1", ""),
    "team-2026": ("C1", "C2", "", "1.5", "1.7", "C.04.6: 4.1"),
    "doubleswiss-2026": ("C1", "C2", "", "1.5", "1.6", "C.04.5: 4.1"),
    "roundrobin": ("C.05 Annex 1", "C.05 Annex 1", "C.05 Annex 1", "", "C.05 Annex 1", ""),
    "doubleroundrobin": ("C.05 Annex 1", "C.05 Annex 1", "C.05 Annex 1", "", "C.05 Annex 1", ""),
}
"""On rematches, the bye, colour limits, floats, preferences and the initial colour."""


SOURCE = Path(crivello.__file__).parent


def own_places(key: str) -> list[str]:
    if key in ACCELERATIONS:
        return ["model/keys.py", "rules/acceleration.py"]
    packages = {one.package for one in SYSTEMS.values() if key in (one.key, one.family)}
    folders = [f"{layer}/{package}" for layer in ("systems", "explain") for package in packages]
    return ["model/keys.py", *folders]


@pytest.fixture(scope="module")
def texts() -> dict[Path, list[str]]:
    """Return the strings of each module, and whole pages and scripts.

    Docstrings are left out: their examples are what users write, and may name a system.
    """
    found = {}
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".html", ".js", ".css"}:
            text = path.read_text(encoding="utf-8")
            where = path.relative_to(SOURCE)
            found[where] = list(strings_of(text)) if path.suffix == ".py" else [text]
    return found


def strings_of(source: str) -> Iterator[str]:
    """Yield all strings of a module except docstrings, including parts of f-strings."""
    nodes = walk(ast.parse(source))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.value


def places_of(said: re.Pattern[str], own: list[str], texts: dict[Path, list[str]]) -> list[str]:
    return [
        where.as_posix()
        for where, strings in texts.items()
        if not any(where.is_relative_to(place) for place in own)
        if any(said.search(text) for text in strings)
    ]


@pytest.mark.parametrize("key", [*SYSTEMS, *ACCELERATIONS, *NO_SWISS])
def test_a_key_stands_in_its_own_rooms_only(key: str, texts: dict[Path, list[str]]) -> None:
    """This includes keys inside a sentence: an example is a value that `model.keys` gives."""
    said = re.compile(rf"(?<![\w-]){key}(?![\w-])")
    assert places_of(said, own_places(key), texts) == []


WORD_OF_TEAMS = ("standings/teams.py", "reports/chess_results/xml_fields.py",
                 "reports/chess_results/xml_file.py")  # fmt: skip
"""A column of tables, and an element of a file, have this name."""


@pytest.mark.parametrize("family", SYSTEMS.families)
def test_a_family_stands_in_its_own_rooms_only(family: str, texts: dict[Path, list[str]]) -> None:
    own = [*own_places(family), *(WORD_OF_TEAMS if family == TEAMS else [])]
    modules = {where: strings for where, strings in texts.items() if where.suffix == ".py"}
    assert places_of(re.compile(rf"\A{family}-?\Z"), own, modules) == []


def test_what_the_search_finds() -> None:
    module = '''"""About dutch-2026."""
SENTENCE = N_("a key, such as dutch-2026 or baku-2016")
FIELD = f"system=dutch-2026 {name}"
"""A docstring of dutch-2026."""
'''
    assert list(strings_of(module)) == [
        "a key, such as dutch-2026 or baku-2016",
        "system=dutch-2026 ",
    ]


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_knows_its_facts(key: str) -> None:
    system = find(key)
    for name in FACTS:
        assert getattr(system, name) is not None, name
    assert system.key == key
    assert system.title == SYSTEMS[key].title
    assert system.family == SYSTEMS[key].family
    assert system.articles.rematch
    assert system.articles.bye
    assert system.articles.colours or not system.basic_colour_limits
    assert system.articles.preference
    assert bool(system.articles.floats) == (system.field_rules.float_rounds != 0)
    assert system.options <= {option.key for option in OPTIONS}
    assert tuple(system.articles) == ARTICLES[key]
    assert system.float_columns == FLOAT_COLUMNS.get(key, ("C12", "C14"))
    assert all(issubclass(step, Step) for step in system.steps)


def rounds_of(system: System, count: int) -> Iterator[tuple[Tournament, int]]:
    """Yield rounds of random tournaments that the system can pair."""
    seed = 0
    while count:
        rng = random.Random(seed)
        seed += 1
        if system.announced.round_robin:
            count -= 1
            yield round_robin(system, rng)
            continue
        rounds = rng.randrange(4, 8)
        played = rng.randrange(rounds)
        tournament = play(
            rng, rng.randrange(6, 16), rounds, random_axes(rng), random_pairing(rng), played
        )
        try:
            system.pair(tournament, tournament.next_round)
        except Impossible:
            continue
        count -= 1
        yield tournament, tournament.next_round


def round_robin(system: System, rng: random.Random) -> tuple[Tournament, int]:
    """Return a tournament with some rounds of the table played, as a table cannot continue other
    rounds.
    """
    whole = generate(Recipe(players=rng.randrange(3, 13), system=system.key), rng.randrange(10**6))
    played = rng.randrange(whole.paired_rounds)
    return replace(whole, rounds=whole.rounds[:played]), played + 1


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_trace_has_the_steps_of_its_system(key: str) -> None:
    system = find(key)
    seen: set[type[Step]] = set()
    for tournament, number in rounds_of(system, 60):
        trace: Trace = []
        pairing = system.pair(tournament, number, trace)
        rules = system.rules_in(tournament, number)
        kinds = {type(step) for step in trace} - {ColourAllocated, BoardsOrdered}
        allowed = {*rules.steps, *system.steps}
        assert kinds <= allowed, kinds - allowed
        if rules is system:
            seen |= kinds
        assert pairing.system == key
    assert seen == set(system.steps)


@pytest.mark.parametrize("key", SYSTEMS)
def test_pairs_and_byes_are_those_that_the_system_allows(key: str) -> None:
    system = find(key)
    for tournament, number in rounds_of(system, 20):
        pairing = system.pair(tournament, number)
        rules = system.rules_in(tournament, number)
        field = build_field(tournament, number, rules.field_rules)
        player = {entrant.id: entrant for entrant in field.entrants}
        meet, sure, best = (
            rules.may_meet(field),
            rules.may_meet_for_sure(field),
            rules.may_meet_at_best(field),
        )
        for one in field.entrants:
            for other in field.entrants:
                if one is not other:
                    assert sure(one, other) <= meet(one, other) <= best(one, other)
                    assert meet(one, other) == meet(other, one)
        assert all(meet(player[board.white], player[board.black]) for board in pairing.boards)
        assert pairing.bye is None or not player[pairing.bye].barred


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_has_a_sieve_and_a_judge_as_it_says(key: str) -> None:
    system = find(key)
    tournament, number = next(
        one for one in rounds_of(system, 20) if len(one[0].players) <= SIEVE_LIMIT
    )
    pairing = system.pair(tournament, number)
    if system.has_sieve:
        assert system.sift(tournament, number) == pairing
    else:
        with pytest.raises(Unsupported):
            system.sift(tournament, number)
    if isinstance(system, Judge):
        judge = system.judge_for(tournament, number)
        assert judge.judge(pairing.boards, pairing.bye) is None
        assert judge.best_with(Wish()) == pairing
        board = pairing.boards[0]
        assert judge.forbids_pair(board.white, board.black) is None
        assert board.black in judge.opponents_with(board.white, Colour.WHITE)
        if pairing.bye is not None:
            assert judge.forbids_bye(pairing.bye) is None


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_has_somebody_who_tells_of_it(key: str) -> None:
    """A system has narrators for its rounds, and for the opponent and colour of each player."""
    system = find(key)
    tournament, number = next(rounds_of(system, 1))
    pairing = system.pair(tournament, number)
    round_ = explain_round(system, tournament, number, Depth.FULL)
    assert round_.system == key
    assert system.title.split(",")[0] in as_text(round_, Language.EN)
    for board in pairing.boards:
        for player in board:
            answer = answer_player(system, tournament, number, player, Reader.PLAYER)
            assert as_text(answer, Language.EN)
