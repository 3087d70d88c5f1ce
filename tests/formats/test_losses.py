"""The losses of each dialect: one feature at a time, with its sentence."""

from dataclasses import replace

import pytest

from crivello.formats.trf import Dialect, losses, read_trf, write_trf
from crivello.formats.trf.dialect_losses import (
    ADJOURNED,
    BOARD_ORDER,
    IDS,
    MISSING,
    PLAYER,
    RATING_RESULT,
    REVERSED,
    SETTINGS,
)
from crivello.model.errors import Illegal, Severity, TooLarge
from crivello.model.player import NationalRecord, Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import (
    Acceleration,
    Apart,
    Options,
    Parity,
    PointsAdjustment,
    Scoring,
    Settings,
    Team,
)
from crivello.model.tournament import Game, Round, Tournament

TRF16, TRFX, TRFBX, TRF26 = Dialect
X_AND_BX = {TRFX, TRFBX}
ALL_BUT_16 = {TRFX, TRFBX, TRF26}

BASE = Tournament(
    (
        Player("Rossi, Anna", id=1, number=1),
        Player("Verdi, Bruno", id=2, number=2),
        Player("Neri, Carlo", id=3, number=3),
    ),
    (Round((Game(1, 2, Result.WHITE_WINS),), ((3, Bye.PAIRING_ALLOCATED),)),),
    Settings(name="Open", start="2026/03/01"),
)
THREE_ONE_NIL = Scoring(2, 6, 6, 2, 2, 0, 0, 6, 0, 6, 2, 6, 0, 2)


def settings(**changes: object) -> Tournament:
    return replace(BASE, settings=replace(BASE.settings, **changes))  # type: ignore[arg-type]


def first_player(**changes: object) -> Tournament:
    first = replace(BASE.players[0], **changes)  # type: ignore[arg-type]
    return replace(BASE, players=(first, *BASE.players[1:]))


def first_game(**changes: object) -> Tournament:
    game = replace(BASE.rounds[0].games[0], **changes)  # type: ignore[arg-type]
    return replace(BASE, rounds=(replace(BASE.rounds[0], games=(game,)),))


def scoring(**changes: int) -> Tournament:
    return settings(scoring=replace(Scoring(), **changes))


OTHERWISE = Options(Parity.LITERAL, False, True, True)
"""Every option with another value than the default."""

Row = tuple[str, Tournament, set[Dialect], str]
FEATURES: list[Row] = [
    ("rounds", settings(rounds=5), ALL_BUT_16, SETTINGS["rounds"]),
    (
        "colour",
        settings(initial_colour=Colour.BLACK),
        ALL_BUT_16,
        SETTINGS["initial_colour"],
    ),
    ("3-1-0", settings(scoring=THREE_ONE_NIL), ALL_BUT_16, SETTINGS["scoring"]),
    ("bye", scoring(pairing_allocated_bye=1), ALL_BUT_16, SETTINGS["scoring"]),
    ("black win", scoring(black_win=3), {TRFX}, SETTINGS["scoring"]),
    ("forfeit win", scoring(forfeit_win=1), {TRFX}, SETTINGS["scoring"]),
    ("forfeit loss", scoring(forfeit_loss=1), X_AND_BX, SETTINGS["scoring"]),
    (
        "absence",
        scoring(forfeit_loss=1, zero_point_bye=1),
        ALL_BUT_16,
        SETTINGS["scoring"],
    ),
    ("open games", scoring(adjourned=0), {TRF26}, SETTINGS["scoring"]),
    (
        "virtual",
        settings(acceleration=Acceleration(virtual=((1, (2, 0, 1)), (2, (2,))))),
        ALL_BUT_16,
        SETTINGS["acceleration"],
    ),
    (
        "baku",
        settings(system="dutch-2026", acceleration=Acceleration("baku-2026")),
        {TRF26},
        SETTINGS["acceleration"],
    ),
    (
        "baku of another edition",
        settings(system="dutch-2026", acceleration=Acceleration("baku-2016")),
        set(),
        SETTINGS["acceleration"],
    ),
    ("edition", settings(system="dutch-2017"), {TRF26}, SETTINGS["system"]),
    ("family", settings(system="dubov"), {TRF26}, SETTINGS["system"]),
    ("edition without code", settings(system="dubov-2018"), {TRF26}, SETTINGS["system"]),
    ("lim", settings(system="lim-1999"), {TRF26}, SETTINGS["system"]),
    ("forbidden", settings(forbidden=(Apart((1, 2)),)), ALL_BUT_16, SETTINGS["forbidden"]),
    (
        "forbidden in some rounds",
        settings(rounds=9, forbidden=(Apart((1, 2), 2, 3),)),
        {TRF26},
        SETTINGS["forbidden"],
    ),
    (
        "forbidden with a name",
        settings(forbidden=(Apart((1, 2), name="Lecce"),)),
        set(),
        SETTINGS["forbidden"],
    ),
    ("keep apart", settings(keep_apart=(Apart((1, 2)),)), set(), SETTINGS["keep_apart"]),
    (
        "penalty",
        settings(adjustments=(PointsAdjustment((1, 3), -1, 1),)),
        {TRF26},
        SETTINGS["adjustments"],
    ),
    (
        "special allocated bye",
        settings(adjustments=(PointsAdjustment((3,), 1, 1, Award.PAIRING_ALLOCATED_BYE),)),
        set(),
        SETTINGS["adjustments"],
    ),
    ("tie-breaks", settings(tie_breaks=("BH", "SB")), {TRF26}, SETTINGS["tie_breaks"]),
    ("order", settings(standings_order=("PTS",)), {TRF26}, SETTINGS["standings_order"]),
    ("method", settings(rating_method="ITA HBFN"), {TRF26}, SETTINGS["rating_method"]),
    ("program", settings(program="by hand"), {TRF26}, SETTINGS["program"]),
    (
        "time code",
        settings(time_control_code="5400+30"),
        {TRF26},
        SETTINGS["time_control_code"],
    ),
    ("comments", settings(comments=("a", "")), {TRF26}, SETTINGS["comments"]),
    ("teams", settings(teams=(Team("Lecce", (1, 2)),)), {TRF16, TRFX, TRF26}, SETTINGS["teams"]),
    (
        "dates",
        settings(round_dates=("2026/03/01", "", "2026/03/02")),
        set(Dialect),
        SETTINGS["round_dates"],
    ),
    ("odd dates", settings(round_dates=("Monday",)), set(), SETTINGS["round_dates"]),
    ("two lines", settings(city="Lecce\nPuglia"), set(), SETTINGS["city"]),
    ("options", settings(options=OTHERWISE), ALL_BUT_16, SETTINGS["options"]),
    ("tags", first_player(tags=(("club", "Lecce"),)), set(), PLAYER["tags"]),
    ("long name", first_player(name="N" * 34), set(), PLAYER["name"]),
    ("name that fits", first_player(name="N" * 33), set(Dialect), PLAYER["name"]),
    ("rating", first_player(rating=10_000), set(), PLAYER["rating"]),
    ("national", first_player(national=(NationalRecord("ITA"),)), {TRF26}, PLAYER["national"]),
    (
        "withdrawal",
        first_player(withdrawn_after=1),
        set(),
        PLAYER["withdrawn_after"],
    ),
    ("expulsion", first_player(expelled=True), set(), PLAYER["expelled"]),
    ("reversed colours", first_game(reversed=True), set(), REVERSED),
    ("rating result", first_game(rating_result=Result.DRAW), set(), RATING_RESULT),
    ("missing result", first_game(result=None), set(Dialect), MISSING),
    ("adjourned", first_game(result=Result.ADJOURNED), {TRF26}, ADJOURNED),
]


@pytest.mark.parametrize(
    ("tournament", "carriers", "sentence"),
    [row[1:] for row in FEATURES],
    ids=[row[0] for row in FEATURES],
)
def test_who_carries_what(tournament: Tournament, carriers: set[Dialect], sentence: str) -> None:
    for dialect in Dialect:
        lost = losses(tournament, dialect)
        assert all(loss.severity is Severity.WARNING for loss in lost)
        assert all(str(loss) for loss in lost)
        assert (sentence in {loss.sentence.template for loss in lost}) == (
            dialect not in carriers
        ), dialect
        if not lost:
            assert read_trf(write_trf(tournament, dialect)).tournament == tournament


def test_the_plain_tournament_loses_nothing() -> None:
    assert all(losses(BASE, dialect) == [] for dialect in Dialect)


def test_ids_are_kept_where_places_can_be_numbers() -> None:
    renumbered = replace(
        BASE, players=tuple(replace(p, number=4 - p.id) for p in reversed(BASE.players))
    )
    assert {
        d for d in Dialect if IDS in {loss.sentence.template for loss in losses(renumbered, d)}
    } == {
        TRF16,
        TRF26,
    }
    assert "XXC rank\n" in write_trf(renumbered, TRFX)
    back = read_trf(write_trf(renumbered, TRF26)).tournament
    assert back.round(1).games == (Game(3, 2, Result.WHITE_WINS),)
    assert back.player[3].name == "Rossi, Anna"


def test_an_id_that_has_no_columns_gives_way_to_the_number() -> None:
    far = replace(
        BASE, players=(*BASE.players, Player(id=9_999, number=4), Player(id=10_000, number=5))
    )
    lines = [line[:8] for line in write_trf(far, TRFX).splitlines() if line.startswith("001")]
    assert lines == ["001    1", "001    2", "001    3", "001    4", "001    5"]
    near = replace(BASE, players=(*BASE.players, Player(id=9_999, number=4)))
    assert "\n001 9999 " in write_trf(near, TRFX)


def test_the_order_of_the_boards_is_that_of_the_rules() -> None:
    four = (*BASE.players, Player("Blu, Dora", id=4, number=4))
    games = (Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))
    assert losses(Tournament(four, (Round(games),)), TRF16) == []
    (loss,) = losses(Tournament(four, (Round(games[::-1]),)), TRF16)
    assert (loss.sentence.template, loss.round) == (BOARD_ORDER, 1)


def test_a_missing_result_beside_an_adjourned_game() -> None:
    four = (*BASE.players, Player("Blu, Dora", id=4, number=4))
    games = (Game(1, 2, Result.ADJOURNED), Game(3, 4, None))
    (loss,) = losses(Tournament(four, (Round(games),)), TRF26)
    assert (loss.sentence.template, loss.player, loss.round) == (MISSING, 3, 1)


def test_who_has_left_is_absent_in_the_coming_round() -> None:
    back = read_trf(write_trf(first_player(withdrawn_after=1), TRFX)).tournament
    assert back.round(2).byes == ((1, Bye.ZERO_POINT),)
    ended = replace(first_player(withdrawn_after=1).settings, rounds=1)
    over = replace(first_player(withdrawn_after=1), settings=ended)
    assert read_trf(write_trf(over, TRFX)).tournament.next_round == 2
    assert len(read_trf(write_trf(over, TRFX)).tournament.rounds) == 1


def test_points_include_the_byes_of_the_coming_round_only() -> None:
    byes = (Round(byes=((1, Bye.HALF_POINT),)), Round(byes=((1, Bye.FULL_POINT),)))
    tournament = replace(BASE, rounds=(*BASE.rounds, *byes))
    line = next(line for line in write_trf(tournament, TRFX).split("\n") if "Rossi" in line)
    assert line[80:84] == " 1.5"
    assert line[91:] == "   2 w 1  0000 - H"


def test_lines_of_2026_end_as_its_format_wants() -> None:
    assert write_trf(BASE, TRF26).count("\r\n") == write_trf(BASE, TRF26).count("\n") > 3
    assert "\r" not in write_trf(BASE, "trfx")


def test_what_cannot_be_written() -> None:
    with pytest.raises(Illegal) as caught:
        write_trf(first_game(black=9), TRFX)
    assert [(p.player, p.round) for p in caught.value.problems] == [(9, 1)]
    with pytest.raises(Illegal):
        write_trf(Tournament(), TRFX)
    with pytest.raises(TooLarge):
        write_trf(first_player(number=10_000), TRFX)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (THREE_ONE_NIL, "XXS W=3 D=1 PAB=3"),
        (replace(Scoring(), black_win=3), "XXS WW=1 BW=1.5 FW=1 FPB=1"),
        (replace(Scoring(), zero_point_bye=1, forfeit_loss=1), "XXS ZPB=0.5 FL=0.5"),
    ],
)
def test_xxs_in_its_shortest_form(points: Scoring, text: str) -> None:
    assert text in write_trf(settings(scoring=points), TRFX).split("\n")


def test_162_and_bb_say_only_what_differs() -> None:
    lines = write_trf(settings(scoring=THREE_ONE_NIL), TRF26).split("\r\n")
    assert "162  W 3.0    D 1.0" in lines
    lines = write_trf(settings(scoring=THREE_ONE_NIL), TRFBX).split("\n")
    assert [line for line in lines if line.startswith("BB")] == ["BBW  3.0", "BBD  1.0"]
    assert not any(line.startswith(("162", "XXS", "BB")) for line in write_trf(BASE, TRF26).split())


def test_neighbours_share_a_range_of_virtual_points() -> None:
    virtual = ((1, (2, 2, 1)), (2, (2, 2, 1)), (3, (0, 0, 1)))
    text = write_trf(settings(acceleration=Acceleration(virtual=virtual)), TRF26)
    assert [line for line in text.split("\r\n") if line.startswith("250")] == [
        "250       1.0 001 002    1    2",
        "250       0.5 003 003    1    3",
    ]
