"""What a dialect cannot store of a tournament, found by reading back the written file."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.formats.trf.canonical_form import canonical
from crivello.formats.trf.reader import read_unchecked
from crivello.formats.trf.scoring import FIELDS
from crivello.formats.trf.writer import Dialect, prepare, write_trf
from crivello.model.errors import Problem, Severity
from crivello.model.matches import individual_of
from crivello.model.player import Player
from crivello.model.player_fields import FIELD_BY_KEY, TYPED_FIELDS
from crivello.model.result import Result
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.standard.classes import replace
from crivello.standard.exact_fraction import Fraction

IDS = N_("Not stored: permanent ids; pairing numbers replace them.")
BOARD_ORDER = N_("Not stored: the order of the boards in round {round}.")
REVERSED = N_("Not stored: that colours were reversed in round {round} (player {player}).")
RATING_RESULT = N_(
    "Not stored: the result for rating only of the game of player {player} in round {round}."
)
ADJOURNED = N_(
    "Not stored: that the game of player {player} in round {round} is adjourned; its result is"
    " left blank."
)
MISSING = N_(
    "Not stored: that the result of player {player} in round {round} is missing; it is read as"
    " adjourned, as another game is."
)
LATER_BYES = N_(
    "Not stored: byes asked for after the coming round, of player {players} in round {round}."
)

SETTINGS: dict[str, str] = {
    "name": N_("Not stored in full: the name of the tournament."),
    "city": N_("Not stored in full: the city."),
    "federation": N_("Not stored in full: the federation of the tournament."),
    "start": N_("Not stored in full: the first day."),
    "end": N_("Not stored in full: the last day."),
    "round_dates": N_("Not stored in full: the dates of the rounds."),
    "kind": N_("Not stored in full: the type of the tournament."),
    "chief_arbiter": N_("Not stored in full: the chief arbiter."),
    "deputy_arbiters": N_("Not stored in full: the deputy arbiters."),
    "time_control": N_("Not stored in full: the time control."),
    "time_control_code": N_("Not stored: the code of the time control."),
    "rounds": N_("Not stored: the number of rounds."),
    "initial_colour": N_("Not stored: the initial colour."),
    "system": N_("Not stored in full: the pairing system with its edition."),
    "scoring": N_(
        "Not stored in full: the scoring. The points in the file are those of the tournament; "
        "to a reader who does not know the scoring, they will not match the results."
    ),
    "acceleration": N_("Not stored in full: the acceleration."),
    "forbidden": N_("Not stored in full: forbidden pairs, or the rounds or names they have."),
    "keep_apart": N_("Not stored: groups to keep apart."),
    "must_meet": N_("Not stored: pairs announced for round 1."),
    "adjustments": N_("Not stored: special points, bonuses and penalties."),
    "tie_breaks": N_("Not stored: the list of tie-breaks."),
    "standings_order": N_("Not stored: the order of the standings."),
    "rating_method": N_("Not stored: which ratings the initial order uses."),
    "program": N_("Not stored: the pairing program."),
    "teams": N_("Not stored in full: teams."),
    "team_event": N_("Not stored in full: matches, line-ups and byes of teams."),
    "team_records": N_("Not stored in full: records of teams, matches and line-ups."),
    "comments": N_("Not stored: comments."),
    "options": N_("Not stored: options of the pairing system."),
}
PLAYER: dict[str, str] = {
    "name": N_("Not stored in full: the name of player {players}."),
    "title": N_("Not stored: the title of player {players}."),
    "rating": N_("Not stored: the rating of player {players}."),
    "estimate": N_("Not stored: the strength estimated for player {players}."),
    "federation": N_("Not stored in full: the federation of player {players}."),
    "fide_id": N_("Not stored: the FIDE number of player {players}."),
    "birth": N_("Not stored in full: the date of birth of player {players}."),
    "sex": N_("Not stored: the sex of player {players}."),
    "tags": N_("Not stored: clubs and other groups of player {players}."),
    "entered": N_(
        "Not stored: the entry round of player {players}; if it is still to come, the coming "
        "round shows an absence."
    ),
    "withdrawn_after": N_(
        "Not stored: the withdrawal of player {players}; the coming round shows an absence."
    ),
    "expelled": N_("Not stored: that player {players} was expelled."),
    "rank": N_("Not stored: the final rank of player {players}."),
    "rating_list": N_("Not stored: the rating list of player {players}."),
    "national": N_("Not stored in full: the national record of player {players}."),
}
OTHER_FIELD = N_("Not stored: {field} of player {players}.")
PLAYER |= {
    field.key: OTHER_FIELD for field in TYPED_FIELDS if not field.tag and field.key not in PLAYER
}
_SHOWN = 12
"""The most players that one sentence names."""


def losses(tournament: Tournament, dialect: Dialect | str) -> list[Problem]:
    """Return a warning for everything that `write_trf` would lose in this dialect."""
    dialect = Dialect(dialect)
    tournament = individual_of(tournament)
    here = prepare(tournament, dialect)
    back = read_unchecked(write_trf(tournament, dialect))
    return [
        *_id_losses(canonical(tournament), here),
        *_settings_losses(here.settings, back.settings),
        *_player_losses(here.players, back.players),
        *_round_losses(here, back),
    ]


def _loss(template: str, player: int | None = None, number: int | None = None) -> Problem:
    values = {"player": player, "round": number}
    said = {name: value for name, value in values.items() if value is not None}
    return Problem(
        Sentence(template, **said), player=player, round=number, severity=Severity.WARNING
    )


def _id_losses(original: Tournament, here: Tournament) -> Iterator[Problem]:
    if [player.id for player in original.players] != [player.id for player in here.players]:
        yield _loss(IDS)


def _settings_losses(here: Settings, back: Settings) -> Iterator[Problem]:
    for name, template in SETTINGS.items():
        if _value(here, name) != _value(back, name):
            yield _loss(template)


def _value(settings: Settings, name: str) -> object:
    """Return a field of the settings, with points as fractions: two files may have
    different units.
    """
    unit = settings.scoring.unit
    match name:
        case "scoring":
            return [Fraction(getattr(settings.scoring, field), unit) for field in FIELDS]
        case "acceleration":
            virtual = [
                (player, [Fraction(points, unit) for points in row])
                for player, row in settings.acceleration.virtual
            ]
            return replace(settings.acceleration, virtual=()), virtual
        case "adjustments":
            return [
                (replace(adjustment, points=0), Fraction(adjustment.points, unit))
                for adjustment in settings.adjustments
            ]
        case _:
            return getattr(settings, name)


def _player_losses(here: tuple[Player, ...], back: tuple[Player, ...]) -> Iterator[Problem]:
    for name, template in PLAYER.items():
        who = [
            one.id
            for one, two in zip(here, back, strict=True)
            if getattr(one, name) != getattr(two, name)
        ]
        if who:
            values: dict[str, object] = {"players": _list_players(who)}
            if template is OTHER_FIELD:
                values["field"] = Sentence(FIELD_BY_KEY[name].name)
            yield Problem(Sentence(template, **values), player=who[0], severity=Severity.WARNING)


def _list_players(players: list[int]) -> str:
    shown = ", ".join(str(player) for player in players[:_SHOWN])
    return shown + (", …" if len(players) > _SHOWN else "")


def _round_losses(here: Tournament, back: Tournament) -> Iterator[Problem]:
    for number, (this, other) in enumerate(zip(here.rounds, back.rounds, strict=False), start=1):
        after = {game.white: game for game in other.games}
        for game in this.games:
            read = after[game.white]
            if game.reversed:
                yield _loss(REVERSED, game.white, number)
            if game.rating_result is not None:
                yield _loss(RATING_RESULT, game.white, number)
            if game.result is Result.ADJOURNED and read.result is None:
                yield _loss(ADJOURNED, game.white, number)
            if game.result is None and read.result is Result.ADJOURNED:
                yield _loss(MISSING, game.white, number)
        of_teams = here.settings.team_event is not None  # the order of its matches is their own
        moved = [game.white for game in this.games] != [game.white for game in other.games]
        if moved and not of_teams:
            yield _loss(BOARD_ORDER, number=number)
    for number in range(here.next_round + 1, len(here.rounds) + 1):
        who = [player for player, _ in set(here.round(number).byes) - set(back.round(number).byes)]
        if who:
            values = {"players": _list_players(sorted(who)), "round": number}
            yield Problem(Sentence(LATER_BYES, **values), round=number, severity=Severity.WARNING)
