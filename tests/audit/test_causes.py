"""The causes that are named for tournaments with an event that the file does not record.

Each tournament is generated, and one round is paired as if the event had happened. The cause named
must be this event, or another one that reproduces the round; a right round is never called wrong.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from crivello.audit.checker import RoundReport, Verdict, check
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Acceleration, Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.registry import find

KEYS = ("dutch-2017", "dutch-2026")
ENDS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def start(seed: int, key: str, players: int, rounds: int = 6) -> Tournament:
    whole = generate(Recipe(system=key, players=players, rounds=rounds), seed)
    return replace(whole, rounds=())


def round_of(
    boards: Iterable[Board], bye: int | None, away: Iterable[int], rng: random.Random
) -> Round:
    games = tuple(Game(board.white, board.black, rng.choice(ENDS)) for board in boards)
    byes = [(player, Bye.ZERO_POINT) for player in away]
    byes += [] if bye is None else [(bye, Bye.PAIRING_ALLOCATED)]
    return Round(games, tuple(sorted(byes, key=lambda one: one[0])))


def play(
    tournament: Tournament, key: str, rng: random.Random, upto: int, away: int | None = None
) -> Tournament:
    """Pair and play the rounds up to `upto`; the player `away` has half-point byes in them."""
    for number in range(tournament.paired_rounds + 1, upto + 1):
        coming = Round(byes=() if away is None else ((away, Bye.HALF_POINT),))
        ready = replace(tournament, rounds=(*tournament.rounds, coming))
        pairing = find(key).pair(ready, number)
        this = round_of(pairing.boards, pairing.bye, (), rng)
        this = replace(this, byes=(*coming.byes, *this.byes))
        tournament = replace(tournament, rounds=(*tournament.rounds, this))
    return tournament


Happening = Callable[[int, str, random.Random], tuple[Tournament, int]]
"""Makes a tournament; returns it with the round in which the event happened."""


def late_entry(seed: int, key: str, rng: random.Random) -> tuple[Tournament, int]:
    """Make a round to which a player came late, and met the player who had the bye."""
    begun = start(seed, key, players=16)
    late = rng.randint(1, 16)
    begun = play(begun, key, rng, 2, away=late)
    ready = replace(begun, rounds=(*begun.rounds, Round(byes=((late, Bye.ZERO_POINT),))))
    pairing = find(key).pair(ready, 3)
    assert pairing.bye is not None
    boards = (*pairing.boards, Board(pairing.bye, late))
    begun = replace(begun, rounds=(*begun.rounds, round_of(boards, None, (), rng)))
    return play(begun, key, rng, 5), 3


def absence(seed: int, key: str, rng: random.Random) -> tuple[Tournament, int]:
    """Make a round in which a paired player turned out to be absent, and the opponent got the
    bye.
    """
    begun = play(start(seed, key, players=16), key, rng, 2)
    pairing = find(key).pair(begun, 3)
    board = rng.choice(pairing.boards)
    boards = [one for one in pairing.boards if one is not board]
    this = round_of(boards, board.black, (board.white,), rng)
    return play(replace(begun, rounds=(*begun.rounds, this)), key, rng, 5), 3


def absence_with_a_bye(seed: int, key: str, rng: random.Random) -> tuple[Tournament, int]:
    """Make a round of an odd number in which the absent player's opponent met the player with the
    bye.
    """
    begun = play(start(seed, key, players=15), key, rng, 2)
    pairing = find(key).pair(begun, 3)
    assert pairing.bye is not None
    board = rng.choice(pairing.boards)
    boards = [one for one in pairing.boards if one is not board]
    boards.append(Board(board.black, pairing.bye))
    this = round_of(boards, None, (board.white,), rng)
    return play(replace(begun, rounds=(*begun.rounds, this)), key, rng, 5), 3


def one_club(seed: int, key: str, rng: random.Random) -> tuple[Tournament, int]:
    """Make a round in which two players of one club were kept apart."""
    begun = play(start(seed, key, players=20), key, rng, 3)
    board = rng.choice(find(key).pair(begun, 4).boards)
    pair = (board.white, board.black)
    players = tuple(
        replace(p, tags=(("club", "Lione"),)) if p.id in pair else p for p in begun.players
    )
    begun = replace(begun, players=players)
    forbidden = replace(begun.settings, forbidden=(Apart(pair),))
    played = play(replace(begun, settings=forbidden), key, rng, 5)
    return replace(played, settings=begun.settings), 4


def place_in_the_list(seed: int, key: str, rng: random.Random) -> tuple[Tournament, int]:
    """Make a tournament in which a player's rating, and so the number, was corrected after round
    1.
    """
    begun = start(seed, key, players=20)
    at_first = 11 + rng.randrange(6)
    order = sorted(begun.players, key=lambda player: player.number)
    player = order.pop(at_first)
    order.insert(at_first + 3, player)
    then = tuple(replace(one, number=place) for place, one in enumerate(order, start=1))
    played = play(replace(begun, players=then), key, rng, 1)
    return play(replace(played, players=begun.players), key, rng, 4), 1


@pytest.mark.parametrize(
    ("happening", "kinds"),
    [
        (late_entry, {"late-entry"}),
        (absence, {"absence-known-later"}),
        (absence_with_a_bye, {"absence-known-later"}),
        (one_club, {"forbidden-pair"}),
        (place_in_the_list, {"place-in-the-list"}),
    ],
)
def test_what_happened_is_named(happening: Happening, kinds: set[str]) -> None:
    named = 0
    for seed in range(8):
        key = KEYS[seed % 2]
        tournament, disturbed = happening(seed, key, random.Random(seed))
        for report in check(tournament, find(key)):
            if report.round == disturbed:
                # Sometimes the round is what the rules give all the same.
                assert report.verdict is not Verdict.DIFFERENT
                named += report.cause is not None and report.cause.kind in kinds
            else:
                assert report.verdict is Verdict.SAME
    assert named >= 6


def verdicts(reports: Iterable[RoundReport]) -> str:
    return "".join(report.verdict.value[0] for report in reports)


def test_another_edition_is_named_for_each_round_that_needs_it() -> None:
    """The edition that explains more rounds is named; the other rounds follow from both
    editions.
    """
    named = 0
    for seed in range(25):
        theirs, ours = KEYS if seed % 2 else KEYS[::-1]
        recipe = Recipe(system=theirs, players=15, rounds=7, half_point_bye_rate=10)
        tournament = generate(recipe, seed)
        for report in check(tournament, find(ours)):
            assert report.verdict is not Verdict.DIFFERENT
            if report.verdict is Verdict.EXPLAINED:
                assert report.cause is not None
                assert report.cause.kind == "another-edition"
                assert report.cause.sentence.values == {"count": 7, "rounds": 7, "key": theirs}
                named += 1
    assert named >= 5


def test_an_edition_that_came_later_is_no_explanation() -> None:
    for seed in range(60):
        tournament = generate(Recipe(system="dutch-2026", players=15, rounds=7), seed)
        settings = replace(tournament.settings, start="2019/05/01")
        reports = list(check(replace(tournament, settings=settings), find("dutch-2017")))
        if verdicts(reports) != "s" * 7:
            assert all(r.cause is None or r.cause.kind != "another-edition" for r in reports)
            return
    raise AssertionError("no tournament tells the editions apart")


@pytest.mark.parametrize("key", KEYS)
def test_an_acceleration_that_the_file_does_not_state_is_named(key: str) -> None:
    method = "baku-2016" if key == "dutch-2017" else "baku-2026"
    recipe = Recipe(system=key, players=24, rounds=9, acceleration=method)
    tournament = generate(recipe, 5)
    plain = replace(tournament.settings, acceleration=Acceleration())
    reports = list(check(replace(tournament, settings=plain), find(key)))
    assert reports[0].verdict is Verdict.EXPLAINED
    for report in reports:
        assert report.verdict is not Verdict.DIFFERENT
        if report.verdict is Verdict.EXPLAINED:
            assert report.cause is not None
            assert report.cause.kind == "acceleration"
            assert report.cause.sentence.values["method"] == method


def test_a_swap_by_hand_stays_different_and_is_called_what_it_is() -> None:
    """A swap by hand could explain any round, so it does not count as an explanation; it is only
    mentioned.
    """
    said = 0
    for seed in range(10):
        key = KEYS[seed % 2]
        rng = random.Random(seed)
        begun = play(start(seed, key, players=16), key, rng, 4)
        boards = list(find(key).pair(begun, 5).boards)
        i, j = rng.sample(range(len(boards)), 2)
        boards[i], boards[j] = (
            Board(boards[i].white, boards[j].black),
            Board(boards[j].white, boards[i].black),
        )
        this = round_of(boards, None, (), rng)
        last = list(check(replace(begun, rounds=(*begun.rounds, this)), find(key)))[-1]
        assert last.verdict is Verdict.DIFFERENT
        assert last.difference is not None
        if last.cause is not None:
            assert last.cause.kind in ("by-hand", "forbidden-pair")
            said += 1
    assert said >= 8


def test_a_forbidden_pair_needs_something_that_speaks_for_it() -> None:
    """Without the common club, keeping the pair apart would reproduce the round but does not
    explain it.
    """
    for seed in range(6):
        key = KEYS[seed % 2]
        tournament, disturbed = one_club(seed, key, random.Random(seed))
        players = tuple(replace(player, tags=()) for player in tournament.players)
        strangers: list[Player] = [replace(p, name=f"P{p.id}", federation="") for p in players]
        report = list(check(replace(tournament, players=tuple(strangers)), find(key)))
        found = report[disturbed - 1]
        if found.verdict is Verdict.EXPLAINED:  # by something else that often happens
            assert found.cause is not None
            assert found.cause.kind in ("taken-as-a-draw", "result-corrected", "colours-corrected")


# What the file marks as set by hand


def last_report(tournament: Tournament, key: str, marked: Iterable[int]) -> RoundReport:
    last = tournament.paired_rounds
    return list(check(tournament, find(key), by_hand={last: frozenset(marked)}))[-1]


def set_first(
    seed: int, key: str, number: int, odd: bool = False
) -> tuple[Tournament, Round, set[int]]:
    """Return a round in which one game, or the bye, was set by hand before the others were
    paired.
    """
    rng = random.Random(seed)
    begun = play(start(seed, key, players=21 if odd else 20), key, rng, number - 1)
    free = [player.id for player in begun.players]
    chosen = set(rng.sample(free, 1 if odd else 2))
    away = tuple((player, Bye.ZERO_POINT) for player in sorted(chosen))
    pairing = find(key).pair(replace(begun, rounds=(*begun.rounds, Round(byes=away))), number)
    boards = [*pairing.boards, *([] if odd else [Board(min(chosen), max(chosen))])]
    this = round_of(boards, min(chosen) if odd else None, (), rng)
    return begun, this, chosen


@pytest.mark.parametrize("odd", [False, True], ids=["game", "bye"])
@pytest.mark.parametrize("number", [2, 5])
def test_a_pairing_that_the_file_marks_as_set_by_hand_explains_a_round(
    number: int, odd: bool
) -> None:
    named = 0
    for seed in range(6):
        key = KEYS[seed % 2]
        begun, this, chosen = set_first(seed, key, number, odd)
        report = last_report(replace(begun, rounds=(*begun.rounds, this)), key, chosen)
        if report.verdict is not Verdict.SAME:
            assert (report.verdict, report.cause and report.cause.kind) == (
                Verdict.EXPLAINED,
                "by-hand",
            )
            shown = "-".join(map(str, sorted(chosen)))
            assert str(report.cause).startswith(f"The file marks the pairing of {shown} as set")
            named += 1
    assert named >= 4


def test_who_is_set_by_hand_in_round_1_counts_in_odd_and_even() -> None:
    """Players after one whose colour was set by hand keep the colours of their own numbers."""
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2500 - n) for n in range(1, 21))
    others = [player.id for player in players if player.id not in (3, 14)]
    boards = [
        Board(above, below) if above % 2 else Board(below, above)
        for above, below in zip(others[:9], others[9:], strict=True)
    ]
    this = round_of([*boards, Board(3, 14)], None, (), random.Random(1))
    whole = Tournament(players, (this,), Settings(rounds=9, initial_colour=Colour.WHITE))
    report = last_report(whole, "dutch-2026", (3, 14))
    assert str(report.cause) == (
        "The file marks the pairing of 3-14 as set by hand; the rules reproduce all other games."
    )
    assert report.verdict is Verdict.EXPLAINED


def test_colours_that_the_file_marks_as_set_by_hand() -> None:
    for number in (1, 4):
        rng = random.Random(number)
        begun = play(start(3, "dutch-2026", players=16), "dutch-2026", rng, number - 1)
        boards = list(find("dutch-2026").pair(begun, number).boards)
        turned = Board(boards[3].black, boards[3].white)
        this = round_of([*boards[:3], turned, *boards[4:]], None, (), rng)
        whole = replace(begun, rounds=(*begun.rounds, this))
        marked = (turned.white, turned.black)
        report = last_report(whole, "dutch-2026", marked)
        assert (report.verdict, report.cause and report.cause.kind) == (
            Verdict.EXPLAINED,
            "by-hand",
        )


def test_a_mark_explains_no_other_game() -> None:
    """The marked game is what the rules give; two other games of the round are not."""
    rng = random.Random(5)
    begun = play(start(5, "dutch-2026", players=16), "dutch-2026", rng, 4)
    boards = list(find("dutch-2026").pair(begun, 5).boards)
    boards[1], boards[6] = (
        Board(boards[1].white, boards[6].black),
        Board(boards[6].white, boards[1].black),
    )
    this = round_of(boards, None, (), rng)
    marked = (boards[3].white, boards[3].black)
    report = last_report(replace(begun, rounds=(*begun.rounds, this)), "dutch-2026", marked)
    assert report.verdict is Verdict.DIFFERENT
    assert str(report.cause) == (
        f"The file marks the pairing of {boards[3].white}-{boards[3].black} as set by hand, but"
        " other games differ as well."
    )
