"""The queries that FIDE would raise about the report of a tournament, listed before it is sent.

Anything mandatory for rating is a reason to reject the report; a warning of FIDE is a query. A
loaded rating list adds queries: players who are not on it, and differences.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

from crivello.formats.trf import Dialect, TournamentDocument
from crivello.lists import FIDE, NotLoaded, PlayerList, differences, has_wrong_id, open_list
from crivello.lists.changes import FIELDS
from crivello.model.federations import FEDERATIONS
from crivello.model.keys import pace_in
from crivello.model.matches import MatchTournament, individual_of
from crivello.model.names import words_of
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Result
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.standings.standings import last_complete_round, standings
from crivello.standings.wording import player_text

NAME_COLUMNS = 33
FLOOR, FLOOR_BEFORE = 1400, 1000
FLOOR_RAISED = date(2024, 3, 1)
HIGHEST = 2900
YOUNGEST, OLDEST = 4, 105
WOMEN = frozenset({Title.WGM, Title.WIM, Title.WFM, Title.WCM})


class Level(Enum):
    REJECT = "reject"
    """Mandatory for rating: FIDE rejects the report."""
    QUERY = "query"
    """Not a reason to reject, but FIDE may ask about it, or rate it wrongly."""


LEVELS: dict[Level, Template] = {
    Level.REJECT: N_("Would be rejected"),
    Level.QUERY: N_("Would be queried"),
}
DIALECTS = ("trf26", "trf16")
"""The dialects of report files that FIDE accepts."""


@frozen
class Query:
    """One thing in a report that FIDE would not accept as it is."""

    level: Level
    code: str
    """The code of the query, for programs."""
    sentence: Sentence
    player: int | None = None
    """The pairing number of the player whom it is about."""
    round: int | None = None
    record: str = ""
    """The place in a report file: ``001: 58-68``."""


def queries(
    tournament: Tournament,
    dialect: Dialect | str = Dialect.TRF26,
    listed: Iterable[Query] = (),
    repaired: Iterable[Query] = (),
    today: str = "",
    pace: str = "standard",
) -> list[Query]:
    """Return all queries, reasons to reject first; of an event of matches, those about its players.

    `repaired` are the queries by `repair_queries`, `listed` those by `list_queries`. With `today`
    (``YYYY-MM-DD``) the age of the event is checked too. The time control is checked for standard
    games only.
    """
    tournament = individual_of(tournament)
    found = [
        *repaired,
        *_of_settings(tournament, Dialect(dialect)),
        *_query_arbiters(tournament),
        *_of_age(tournament.settings, day(today)),
        *(_of_time_control(tournament) if pace == "standard" else ()),
        *_of_rounds(tournament),
        *_of_games(tournament),
        *_of_players(tournament),
        *_query_ranks(tournament, Dialect(dialect)),
        *listed,
    ]
    return sorted(found, key=lambda query: query.level is not Level.REJECT)


REPAIRED = N_("Line {line}: {defect}")
REPAIRED_THERE = N_("Line {line}: {defect} The file has {found!r} there.")


def repair_queries(document: TournamentDocument, level: Level = Level.REJECT) -> list[Query]:
    """Return a query for each repair of a tolerant reading, in the order of the file.

    FIDE gets the file without the repairs.
    """
    found = []
    for repair in sorted(
        document.repairs, key=lambda repair: (repair.line or 0, repair.column or 0)
    ):
        sentence = repair.sentence
        if repair.line is not None:
            template = REPAIRED_THERE if repair.found.strip() else REPAIRED
            about = {"line": repair.line, "defect": sentence, "found": repair.found}
            sentence = Sentence(template, **about)
        known = document.tournament.player.get(repair.player or 0)
        number = known.number if known else None
        found.append(Query(level, "repaired", sentence, number, repair.round))
    return found


def with_final_ranks(tournament: Tournament, dialect: Dialect | str = Dialect.TRF26) -> Tournament:
    """Return the tournament with final ranks, which a report must have, if all rounds are complete.

    In TRF26 players may share a rank; in earlier dialects the smaller pairing number comes first.
    """
    complete = last_complete_round(tournament)
    rounds = tournament.settings.rounds or tournament.paired_rounds
    if not complete or complete < rounds or all(one.rank for one in tournament.players):
        return tournament
    shared = Dialect(dialect) is Dialect.TRF26
    rank = {
        row.player.id: row.rank if shared else place
        for place, row in enumerate(standings(tournament).rows, start=1)
    }
    players = tuple(replace(player, rank=rank[player.id]) for player in tournament.players)
    if isinstance(tournament, MatchTournament):
        people = tournament.individual
        if tournament.teams:
            teams = (replace(one, rank=rank[one.competitor]) for one in tournament.teams)
            people = replace(people, settings=replace(people.settings, teams=tuple(teams)))
        else:
            known = (replace(one, rank=rank[one.id]) for one in people.players)
            people = replace(people, players=tuple(known))
        return replace(tournament, players=players, individual=people)
    return replace(tournament, players=players)


def corrected_games(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Return the games that are sent for rating with a different result: round, White and Black."""
    tournament = individual_of(tournament)
    return [
        (number, game.white, game.black)
        for number in range(1, tournament.paired_rounds + 1)
        for game in tournament.round(number).games
        if game.for_rating() != game
    ]


# The tournament

_SETTINGS: tuple[tuple[str, Level, str, str], ...] = (
    ("name", Level.REJECT, "012", N_("The tournament has no name.")),
    ("city", Level.QUERY, "022", N_("The city is missing.")),
    ("federation", Level.REJECT, "032", N_("The federation of the tournament is missing.")),
    ("start", Level.REJECT, "042", N_("The first day is missing.")),
    ("end", Level.REJECT, "052", N_("The last day is missing.")),
    ("kind", Level.QUERY, "092", N_("The type of the tournament is missing.")),
    ("chief_arbiter", Level.REJECT, "102", N_("The chief arbiter is missing.")),
    ("time_control", Level.QUERY, "122", N_("The time control is missing.")),
)
MISSING_SETTINGS: dict[str, Template] = {name: missing for name, _, _, missing in _SETTINGS}
"""The sentence for each setting that is missing."""
_OF_2026: tuple[tuple[str, Level, str, str], ...] = (
    ("rounds", Level.QUERY, "142", N_("The number of rounds is missing.")),
    ("system", Level.QUERY, "192", N_("The pairing system is missing.")),
    ("time_control_code", Level.QUERY, "222", N_("The code of the time control is missing.")),
)


def _of_settings(tournament: Tournament, dialect: Dialect) -> Iterator[Query]:
    settings = tournament.settings
    wanted = _SETTINGS + (_OF_2026 if dialect is Dialect.TRF26 else ())
    for name, level, record, missing in wanted:
        if not getattr(settings, name):
            yield Query(level, f"no-{name.replace('_', '-')}", Sentence(missing), record=record)
    if settings.federation and settings.federation not in FEDERATIONS:
        sentence = Sentence(
            N_("{code!r} is not the code of a federation."), code=settings.federation
        )
        yield Query(Level.QUERY, "federation", sentence, record="032")
    if not tournament.players:
        yield Query(Level.REJECT, "no-players", Sentence(N_("The tournament has no players.")))
    start, end = day(settings.start), day(settings.end)
    for text, read, record in ((settings.start, start, "042"), (settings.end, end, "052")):
        if text and read is None:
            wrong = Sentence(N_("{date!r} is not a date; write it as YYYY/MM/DD."), date=text)
            yield Query(Level.REJECT, "date", wrong, record=record)
    if start and end and end < start:
        template = N_("The last day, {end}, is before the first one, {start}.")
        turned = Sentence(template, start=settings.start, end=settings.end)
        yield Query(Level.REJECT, "dates", turned, record="052")


def _query_arbiters(tournament: Tournament) -> Iterator[Query]:
    """Yield queries about arbiters: a chief arbiter without a FIDE id, or the id of a player."""
    settings = tournament.settings
    players = {player.fide_id: player for player in tournament.players if player.fide_id}
    if settings.chief_arbiter and not _fide_ids(settings.chief_arbiter):
        template = N_("The chief arbiter, {name}, has no FIDE id; write it after the name.")
        sentence = Sentence(template, name=settings.chief_arbiter)
        yield Query(Level.QUERY, "no-arbiter-id", sentence, record="102")
    arbiters = [(settings.chief_arbiter, "102")]
    arbiters += [(deputy, "112") for deputy in settings.deputy_arbiters]
    for name, record in arbiters:
        for fide_id in _fide_ids(name):
            if fide_id in players:
                template = N_("The arbiter {name} has the FIDE id of the player {player}.")
                sentence = Sentence(template, name=name, player=player_text(players[fide_id]))
                yield Query(Level.QUERY, "arbiter-plays", sentence, record=record)


def _fide_ids(arbiter: str) -> list[int]:
    """Return the numbers in the text for an arbiter: ``Anna Rossi (812345)`` gives 812345."""
    return [int(digits) for digits in re.findall("[0-9]{1,11}", arbiter)]


OLD_EVENT = 365
"""The days since the end of an event after which FIDE may ask; the number is not in the
regulations.
"""


def _of_age(settings: Settings, today: date | None) -> Iterator[Query]:
    end = day(settings.end)
    if today and end and (today - end).days > OLD_EVENT:
        template = N_(
            "The event ended on {end}, more than a year ago: ask whether it can still be rated."
        )
        sentence = Sentence(template, end=settings.end)
        yield Query(Level.QUERY, "old-event", sentence, record="052")


def day(text: str) -> date | None:
    """Return the date in a text with the year first, of two digits or four; None for any other
    text.
    """
    parts = text.strip().replace("-", "/").replace(".", "/").split("/")
    digits = all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts)
    if len(parts) != 3 or not digits:
        return None
    year, month, number = (int(part) for part in parts)
    if len(parts[0]) == 2:
        year += 1900 if year >= 70 else 2000
    try:
        return date(year, month, number)
    except ValueError:
        return None


_PERIOD = re.compile(r"(?:(?P<moves>[0-9]{1,3})/)?(?P<base>[0-9]{1,6})(?:\+(?P<more>[0-9]{1,4}))?")
_LEAST_MINUTES = ((2400, 120), (1800, 90), (0, 60))
"""For each highest rating in the tournament, the minutes for 60 moves that standard games need
(B.02: 1.1, known at second hand: a shorter game is only queried).
"""


def minutes_for_60_moves(code: str) -> Fraction | None:
    """Return the minutes for 60 moves in the code of a time control; None for any other text.

    >>> minutes_for_60_moves("5400+30")
    Fraction(120, 1)
    >>> minutes_for_60_moves("40/6000+30:1800+30")
    Fraction(160, 1)
    """
    seconds, left = 0, 60
    for period in code.split(":"):
        read = _PERIOD.fullmatch(period.strip())
        if read is None:
            return None
        moves = min(int(read["moves"] or left), left)
        seconds += int(read["base"]) + moves * int(read["more"] or 0)
        left -= moves
    return Fraction(seconds, 60)


def _of_time_control(tournament: Tournament) -> Iterator[Query]:
    """Yield a query if games are too short to be rated as standard for the strongest player."""
    settings = tournament.settings
    minutes = minutes_for_60_moves(settings.time_control_code)
    rated = [player for player in tournament.players if player.rating]
    if minutes is None or not rated or pace_in(settings.kind) != "standard":
        return
    strongest = max(rated, key=lambda player: (player.rating or 0, -player.number))
    needed = next(least for limit, least in _LEAST_MINUTES if (strongest.rating or 0) >= limit)
    if minutes < needed:
        template = N_(
            "{minutes} minutes for 60 moves: with {player}, rated {rating}, standard games need "
            "{needed}. This figure is known at second hand; check it in B.02: 1.1."
        )
        values = {"minutes": int(minutes), "rating": strongest.rating, "needed": needed}
        sentence = Sentence(template, player=player_text(strongest), **values)
        yield Query(Level.QUERY, "short-games", sentence, record="222")


# Rounds and games


def _of_rounds(tournament: Tournament) -> Iterator[Query]:
    settings = tournament.settings
    paired = tournament.paired_rounds
    if not paired:
        yield Query(Level.REJECT, "not-played", Sentence(N_("No round has been played.")))
    elif settings.rounds is not None and paired < settings.rounds:
        template = N_("Only {paired} of {rounds} rounds have been played.")
        sentence = Sentence(template, paired=paired, rounds=settings.rounds)
        yield Query(Level.QUERY, "unfinished", sentence, record="142")
    yield from _of_dates(settings, paired)


LONGEST_EVENT = 30
"""The longest event in days; a longer one is rated in another way, or must be announced as such."""
_CHESS960 = re.compile("chess ?960|fischer|freestyle", re.IGNORECASE)


def is_chess960(settings: Settings) -> bool:
    """Return True if the type of the tournament names Chess960."""
    return _CHESS960.search(settings.kind) is not None


def _of_dates(settings: Settings, paired: int) -> Iterator[Query]:
    start, end = day(settings.start), day(settings.end)
    if is_chess960(settings):
        sentence = Sentence(N_("Chess960 is not rated: this report is not for rating."))
        yield Query(Level.REJECT, "chess960", sentence, record="092")
    if start and end and (end - start).days >= LONGEST_EVENT:
        days = (end - start).days + 1
        template = N_("The event lasts {days} days; more than {limit} must be agreed with FIDE.")
        sentence = Sentence(template, days=days, limit=LONGEST_EVENT)
        yield Query(Level.QUERY, "long-event", sentence, record="052")
    last: date | None = None
    for number in range(1, paired + 1):
        text = settings.round_dates[number - 1] if number <= len(settings.round_dates) else ""
        read = day(text)
        if read is None:
            template = N_("The date of round {round} is missing.")
            if text:
                template = N_("The date of round {round}, {date!r}, is not a date.")
            yield _date_query("round-date", template, number, text)
            continue
        if (start and read < start) or (end and read > end):
            template = N_("Round {round} was on {date}, outside the days of the tournament.")
            yield _date_query("round-outside", template, number, text)
        if last and read < last:
            template = N_("Round {round} was on {date}, before the round that precedes it.")
            yield _date_query("round-order", template, number, text)
        last = read


def _date_query(code: str, template: Template, number: int, text: str) -> Query:
    values = {"round": number, "date": text}
    return Query(Level.QUERY, code, Sentence(template, **values), round=number, record="132")


def _of_games(tournament: Tournament) -> Iterator[Query]:
    numbers = {player.id: player.number for player in tournament.players}
    for number in range(1, tournament.paired_rounds + 1):
        for game in tournament.round(number).games:
            if game.result not in (None, Result.ADJOURNED):
                continue
            white, black = numbers[game.white], numbers[game.black]
            template = N_("Round {round}: the game of {white} and {black} has no result.")
            sentence = Sentence(template, round=number, white=white, black=black)
            columns = f"001: {99 + 10 * (number - 1)}"
            yield Query(Level.REJECT, "no-result", sentence, white, number, columns)


# Players


def _of_players(tournament: Tournament) -> Iterator[Query]:
    start = day(tournament.settings.start)
    ids = Counter(player.fide_id for player in tournament.players if player.fide_id)
    national = tournament.settings.rating_method not in ("", "FIDE")
    finished = last_complete_round(tournament) == (
        tournament.settings.rounds or tournament.paired_rounds
    )
    if tournament.players and not national and not any(one.rating for one in tournament.players):
        sentence = Sentence(N_("No player has a rating, so no game can be rated."))
        yield Query(Level.REJECT, "nobody-rated", sentence, record="001: 49-52")
    yield from _query_names(tournament.players)
    for player in sorted(tournament.players, key=lambda player: player.number):
        yield from _of_identity(player, ids)
        yield from _of_person(player, start)
        if not national:
            yield from _of_rating(player, start)
        ranked = tournament.settings.team_event is None  # else the teams are
        if finished and ranked and tournament.paired_rounds and player.rank is None:
            yield _of(player, Level.REJECT, "no-rank", N_("{player} has no final rank."), "86-89")


def _of(
    player: Player, level: Level, code: str, template: Template, columns: str, /, **values: Any
) -> Query:
    sentence = Sentence(template, player=player_text(player), **values)
    return Query(level, code, sentence, player.number, record=f"001: {columns}")


def _of_identity(player: Player, ids: Counter[int]) -> Iterator[Query]:
    if not player.fide_id:
        yield _of(player, Level.REJECT, "no-id", N_("{player} has no FIDE id."), "58-68")
    elif ids[player.fide_id] > 1:
        sentence = N_("{player} has the FIDE id {fide_id}, and so does another player.")
        yield _of(player, Level.REJECT, "id-twice", sentence, "58-68", fide_id=player.fide_id)
    if not player.name.strip():
        nameless = N_("Player {player} has no name.")
        yield _of(player, Level.REJECT, "no-player-name", nameless, "15-47")
    elif len(player.name) > NAME_COLUMNS:
        sentence = N_("The name of {player} is longer than {columns} characters and will be cut.")
        yield _of(player, Level.QUERY, "long-name", sentence, "15-47", columns=NAME_COLUMNS)
    if not player.federation:
        yield _of(
            player, Level.QUERY, "no-player-federation", N_("{player} has no federation."), "54-56"
        )
    elif player.federation not in FEDERATIONS:
        sentence = N_("The federation of {player}, {code!r}, is not the code of one.")
        code = player.federation
        yield _of(player, Level.QUERY, "player-federation", sentence, "54-56", code=code)


def _query_names(players: Iterable[Player]) -> Iterator[Query]:
    """Yield a query for each name with two FIDE ids, unless the years of birth differ."""
    called: dict[tuple[str, ...], list[Player]] = {}
    for player in sorted(players, key=lambda player: player.number):
        same = called.setdefault(tuple(sorted(words_of(player.name))), [])
        for other in same if words_of(player.name) else ():
            ids = {player.fide_id, other.fide_id} - {None}
            years = {_birth_year(player.birth), _birth_year(other.birth)} - {None}
            if len(ids) == 2 and len(years) < 2:
                template = N_("{player} and {other} have the same name and different FIDE ids.")
                named = player_text(other)
                yield _of(player, Level.QUERY, "name-twice", template, "15-47", other=named)
                break
        same.append(player)


def _query_ranks(tournament: Tournament, dialect: Dialect) -> Iterator[Query]:
    """Yield a query for each rank that two players have; in TRF26 players with equal points may
    share one.
    """
    ranks = Counter(player.rank for player in tournament.players if player.rank)
    if tournament.settings.team_event is not None or max(ranks.values(), default=0) < 2:
        return
    points = {row.player.id: row.score for row in standings(tournament, codes=()).rows}
    first: dict[int, Player] = {}
    for player in sorted(tournament.players, key=lambda player: player.number):
        if player.rank is None:
            continue
        other = first.setdefault(player.rank, player)
        shared = dialect is Dialect.TRF26 and points.get(player.id) == points.get(other.id)
        if other is not player and not shared:
            template = N_("{player} has the final rank {rank}, and so does {other}.")
            values = {"rank": player.rank, "other": player_text(other)}
            yield _of(player, Level.QUERY, "rank-twice", template, "86-89", **values)


def _of_person(player: Player, start: date | None) -> Iterator[Query]:
    if player.sex is None:
        yield _of(player, Level.QUERY, "no-sex", N_("The sex of {player} is missing."), "10")
    elif player.sex is Sex.MALE and player.title in WOMEN:
        sentence = N_("{player} has the title {title}, but is entered as a man.")
        yield _of(player, Level.QUERY, "title", sentence, "11-13", title=player.title.value)
    if not player.birth.strip():
        yield _of(player, Level.QUERY, "no-birth", N_("{player} has no date of birth."), "70-79")
        return
    year = _birth_year(player.birth)
    if year is None:
        sentence = N_("The date of birth of {player}, {birth!r}, is not a date.")
        yield _of(player, Level.QUERY, "birth", sentence, "70-79", birth=player.birth)
    elif start is not None and not YOUNGEST <= start.year - year <= OLDEST:
        sentence = N_("{player} would be {age} years old: the date of birth is {birth}.")
        age = start.year - year
        yield _of(player, Level.QUERY, "age", sentence, "70-79", age=age, birth=player.birth)


def _birth_year(text: str) -> int | None:
    """Return the year of a date of birth; None if there is none.

    Month and day may be unknown: zeros, or left out.
    """
    year, *rest = text.strip().replace("-", "/").replace(".", "/").split("/")
    if not (year.isascii() and year.isdigit() and len(year) == 4 and int(year)):
        return None
    whole = len(rest) == 2 and all(part.strip("0 ") for part in rest)
    return None if whole and day(text) is None else int(year)


def _of_rating(player: Player, start: date | None) -> Iterator[Query]:
    floor = FLOOR_BEFORE if start and start < FLOOR_RAISED else FLOOR
    if player.rating and not floor <= player.rating <= HIGHEST:
        sentence = N_("The rating of {player}, {rating}, cannot be a FIDE rating.")
        yield _of(player, Level.QUERY, "rating", sentence, "49-52", rating=player.rating)


# A loaded rating list

NOT_LISTED = N_("{player}: the FIDE id {fide_id} is not on the loaded list.")
WRONG_ID = N_(
    "{player}: the FIDE id {fide_id} is that of {listed} on the loaded list, with another "
    "federation and birth; it seems to be a wrong id."
)
DIFFERENT = N_("{player}: the {field} is {registered}, but {listed} on the loaded list.")
NOT_HERE = N_("{player}: the {field} is missing; the loaded list has {listed}.")
NOT_THERE = N_("{player}: the {field} is {registered}, but the loaded list has none.")
_COLUMNS = {
    "name": "15-47",
    "rating": "49-52",
    "title": "11-13",
    "federation": "54-56",
    "birth": "70-79",
    "sex": "10",
}
"""The columns of a player's fields in a report file, which has no K."""


def list_queries(
    tournament: Tournament,
    pace: str = "standard",
    name: str = FIDE,
    folder: str | os.PathLike[str] | None = None,
) -> list[Query] | None:
    """Return the queries from comparing the players with a rating list; None if the list is not
    loaded.
    """
    with suppress(NotLoaded), open_list(name, folder) as opened:
        people = individual_of(tournament).players
        players = sorted(people, key=lambda player: player.number)
        return [query for player in players for query in _of_player(player, opened, pace)]
    return None


def _of_player(player: Player, opened: PlayerList, pace: str) -> Iterator[Query]:
    if player.fide_id is None:
        return
    listed = opened.find(player.fide_id)
    if listed is None:
        fide_id = player.fide_id
        yield _of(player, Level.QUERY, "not-listed", NOT_LISTED, "58-68", fide_id=fide_id)
        return
    if has_wrong_id(player, listed):
        values = {"fide_id": player.fide_id, "listed": listed.name}
        yield _of(player, Level.QUERY, "wrong-id", WRONG_ID, "58-68", **values)
    for found in differences(player, listed, pace):
        if found.field not in _COLUMNS:
            continue
        template: Template = DIFFERENT
        if not found.registered:
            template = NOT_HERE
        elif not found.listed:
            template = NOT_THERE
        yield _of(
            player,
            Level.QUERY,
            f"listed-{found.field}",
            template,
            _COLUMNS[found.field],
            field=Sentence(FIELDS[found.field]),
            registered=found.registered,
            listed=found.listed,
        )
