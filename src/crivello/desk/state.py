"""The state of a file: its sections, immutable, and each also as a `Tournament`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from crivello.desk.announcement import Announcement, EqualRatings
from crivello.desk.events import Boards, Meta, Presence, RoundPaired
from crivello.desk.exceptions import RuleException, comment, from_comment
from crivello.desk.fide_mode import statement
from crivello.desk.refusals import NoSuchPlayer, NoSuchSection
from crivello.model.keys import has_two_games, is_round_robin, pairs_matches
from crivello.model.matches import MatchTournament, by_team, by_two_games
from crivello.model.player import Player
from crivello.model.result import Award, Bye
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.settings import (
    Acceleration,
    Apart,
    ForfeitedMatch,
    Lineup,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tables import USUAL_BOARDS, GameTable, Seats
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.initial_order import (
    Criterion,
    InitialOrder,
    alphabetical,
    initial_order,
    number_players,
)
from crivello.standard.classes import frozen
from crivello.standings.tie_breaks import lot_of

Draft = RoundPaired
"""A pairing that is not published, as its event has it."""


EQUAL_RATINGS: Mapping[EqualRatings, Criterion] = {
    EqualRatings.ALPHABET: alphabetical,
    EqualRatings.ENTRY: lambda player: player.id,
    EqualRatings.YOUNGEST: lambda player: (-_birth(player), alphabetical(player)),
    EqualRatings.OLDEST: lambda player: (_birth(player) or 99999999, alphabetical(player)),
}
"""Of two born on the same day, or on unknown ones, the alphabet decides."""


def _birth(player: Player) -> int:
    """Return a date of birth as a number, such as 19880531; 0 if it is unknown."""
    digits = player.birth.replace("/", "")
    return int(digits) if digits.isdecimal() and len(digits) == 8 else 0


@frozen
class Registration:
    """A registered player or team."""

    player: Player
    """The competitor, without a pairing number; that is the place in `Section.order`."""
    presence: Presence = Presence.REGISTERED
    members: tuple[Player, ...] = ()
    """Of a team: its people in board order."""
    captain: str = ""


@frozen
class PublishedRound:
    """A published round with its results."""

    draft: Draft
    """As it was published."""
    games: tuple[Game, ...]
    """Of competitors: where they play matches, each of these is one."""
    bye: int | None
    tables: tuple[int, ...]
    results_published: str = ""
    """When; empty while they are not."""
    ended: bool = False
    players: tuple[Player, ...] = ()
    """Everybody by pairing number, as they were when it was published: who was in, who had left."""
    lineups: Mapping[int, Seats] = field(default_factory=dict)
    """Of teams: who sits at their boards."""
    boards: tuple[tuple[Game | None, ...], ...] = ()
    """The boards of each match, or its two games; None where a player is missing."""

    def table(self, place: int) -> GameTable:
        """Return the table at this place of the list, counted from 1, with its games."""
        pair = self.games[place - 1]
        games = self.boards[place - 1] if self.boards else (pair,)
        return GameTable(
            place, self.tables[place - 1], pair, games, bool(self.boards), self.lineups
        )

    @property
    def all_tables(self) -> Iterator[GameTable]:
        """All tables, in the order of the list."""
        return map(self.table, range(1, len(self.games) + 1))

    def with_tables(self, tables: Iterable[GameTable]) -> PublishedRound:
        """Return the round in which these tables replace those at the same places."""
        games, boards = list(self.games), list(self.boards)
        for table in tables:
            games[table.place - 1] = table.pair
            if boards:
                boards[table.place - 1] = table.games
        return replace(self, games=tuple(games), boards=tuple(boards))

    @property
    def all_games(self) -> Iterator[Game]:
        """All games of the round; of matches, the games at their boards."""
        if not self.boards:
            yield from self.games
        for games in self.boards:
            yield from (game for game in games if game is not None)

    @property
    def complete(self) -> bool:
        """True if every game has a result or is adjourned."""
        return all(game.result is not None for game in self.games)

    @property
    def as_paired(self) -> Boards:
        """The boards with the colours of the pairing, even if a game was played with reversed
        colours.
        """
        return tuple(
            (game.black, game.white) if game.reversed else (game.white, game.black)
            for game in self.games
        )


@dataclass(frozen=True)
class Section:
    """One tournament of the file."""

    key: str
    settings: Settings
    announced: Announcement
    registrations: Mapping[int, Registration] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    """Ids by pairing number, once round 1 is published."""
    rounds: tuple[PublishedRound, ...] = ()
    byes: Mapping[tuple[int, int], Bye] = field(default_factory=dict)
    """Requested byes: (player, round)."""
    draft: Draft | None = None
    no_shows: frozenset[int] = frozenset()
    """Marked as not having appeared; the next pairing waits until they have said whether they
    continue."""
    play_on: frozenset[int] = frozenset()
    """Players who have said since the last round was published that they continue."""
    exchanges: tuple[tuple[int, int], ...] = ()
    """Players who exchanged their pairing numbers by hand, in this order."""
    tables: Mapping[int, int] = field(default_factory=dict)
    """Fixed tables by player."""
    left_fide_mode: Meta | None = None
    """When, by whom and why; None while FIDE mode is on, or not stated."""
    recorded: tuple[RuleException, ...] = ()
    """Exceptions that count, in the order of the log."""
    taken_back: tuple[RuleException, ...] = ()
    """Publications that were undone: what players have seen stays an exception."""
    lineups: Mapping[tuple[int, int], Seats] = field(default_factory=dict)
    """Of teams, as handed in for a round that is not published: (team, round)."""

    online_key: int | None = None
    """The tournament's key at chess-results.com; None while it is not known."""
    online_key_asked: str = ""
    """When the site was asked for the key; empty if no answer is missing."""

    @property
    def fide_mode(self) -> Sentence:
        """The sentence on FIDE mode that every page shows."""
        return statement(self.announced, self.left_fide_mode)

    @property
    def exceptions(self) -> tuple[RuleException, ...]:
        """All exceptions to the rules: first those read from an imported file, then the others by
        time.
        """
        return (*filter(None, map(from_comment, self.settings.comments)), *self._own_exceptions)

    @property
    def _own_exceptions(self) -> list[RuleException]:
        return sorted((*self.recorded, *self.taken_back), key=lambda one: one.done.time)

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @cached_property
    def asked(self) -> frozenset[int]:
        """The players who have not yet said whether they continue (C.04.2: 3.2; before 2026: D.2).

        They are the no-shows, and all who lost by forfeit in the last round.
        """
        # C.04.2.D.2 (1)
        number = self.next_round
        if not self.rounds or is_round_robin(self.settings.system):
            return self.no_shows
        if self.settings.rounds is not None and number > self.settings.rounds:
            return self.no_shows
        forfeited = losers_by_forfeit(self.rounds[-1].games)
        return self.no_shows | {
            player
            for player in forfeited - self.play_on
            if self.registrations[player].player.withdrawn_after is None
            and (player, number) not in self.byes
        }

    def registration(self, player: int) -> Registration:
        if player not in self.registrations:
            raise NoSuchPlayer(player=PlayerRef(player), section=self.key)
        return self.registrations[player]

    @cached_property
    def listed_players(self) -> tuple[Player, ...]:
        """The players with their pairing numbers, which are provisional until round 1 is published.

        Ranks are removed: they follow from the results, and those of an imported file are out of
        date.
        """
        if self.order:
            return tuple(
                replace(self.registrations[player].player, number=number, rank=None)
                for number, player in enumerate(self.order, start=1)
            )
        players = (
            one.player
            for one in self.registrations.values()
            if one.presence is not Presence.LEFT_OUT
        )
        derived = number_players(players, self.initial_order)
        if not self.exchanges:
            return derived
        known = {player.id: player for player in derived}
        order = self.exchange(player.id for player in derived)
        return tuple(replace(known[id_], number=n) for n, id_ in enumerate(order, start=1))

    @cached_property
    def lots(self) -> tuple[Player, ...]:
        """The players who have a lot for the tie-break LOT, in the order of the lots."""
        drawn = [
            (lot, player) for player in self.listed_players if (lot := lot_of(player)) is not None
        ]
        return tuple(player for _, player in sorted(drawn, key=lambda one: one[0]))

    def exchange(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Return the ids in order, after swapping the players whose numbers were exchanged by
        hand.
        """
        order = list(ids)
        for one, other in self.exchanges:
            if one in order and other in order:
                at, there = order.index(one), order.index(other)
                order[at], order[there] = other, one
        return tuple(order)

    @property
    def initial_order(self) -> InitialOrder:
        return initial_order(self.settings, EQUAL_RATINGS[self.announced.equal_ratings])

    @cached_property
    def tournament(self) -> Tournament:
        """The section as a `Tournament`, with published rounds and coming byes."""
        here = {player.id for player in self.listed_players}
        byes: dict[int, list[tuple[int, Bye]]] = {}
        for (player, number), bye in sorted(self.byes.items(), key=lambda item: item[0]):
            if player in here:
                byes.setdefault(number, []).append((player, bye))
        rounds = []
        for number in range(1, max([len(self.rounds), *byes]) + 1):
            these = byes.get(number, [])
            if number > len(self.rounds):
                rounds.append(Round(byes=tuple(these)))
                continue
            this = self.rounds[number - 1]
            if this.bye is not None:
                these = [*these, (this.bye, Bye.PAIRING_ALLOCATED)]
            rounds.append(Round(this.games, tuple(these)))
        apart = tuple(one for this in self.rounds for one in this.draft.apart)
        announced = self.announced
        settings = replace(
            limit_to_players(
                replace(self.settings, forbidden=self.settings.forbidden + apart), here
            ),
            chief_arbiter=self.settings.chief_arbiter or str(announced.chief_arbiter or ""),
            deputy_arbiters=self.settings.deputy_arbiters
            or tuple(map(str, announced.deputy_arbiters)),
            comments=(*self.settings.comments, *self._mode_comments),
        )
        tournament = Tournament(self.listed_players, tuple(rounds), settings)
        if not pairs_matches(settings.system):
            return tournament
        return _of_two_games(self, tournament) if self.two_games else _of_teams(self, tournament)

    @property
    def has_teams(self) -> bool:
        """True if teams are paired."""
        return pairs_matches(self.settings.system) and not self.two_games

    @property
    def two_games(self) -> bool:
        """True if two players meet for two games."""
        return has_two_games(self.settings.system)

    @property
    def boards(self) -> int:
        """The number of boards of a match."""
        event = self.settings.team_event
        return 2 if self.two_games else (event.boards if event else 0) or USUAL_BOARDS

    @property
    def unit(self) -> int:
        """The unit in which the points of those who are paired are counted.

        For teams it is not the unit of their games.
        """
        plain = not pairs_matches(self.settings.system)
        return (self.settings if plain else self.tournament.settings).scoring.unit

    def lineup(self, team: int, number: int) -> Seats:
        """Return the line-up handed in for a coming round; by default, the first players of the
        team.
        """
        if (team, number) in self.lineups:
            return self.lineups[team, number]
        first = [one.id for one in self.registration(team).members[: self.boards]]
        return (*first, *(None,) * (self.boards - len(first)))

    @cached_property
    def people(self) -> Mapping[int, Player]:
        """The players by id; in a team event, the members of the teams."""
        if not self.has_teams:
            return {key: one.player for key, one in self.registrations.items()}
        return {one.id: one for team in self.registrations.values() for one in team.members}

    @property
    def _mode_comments(self) -> tuple[str, ...]:
        """The comments of a report file on FIDE mode, if it is stated, and on exceptions."""
        mode = () if self.announced.fide_mode is None else (str(self.fide_mode),)
        names = {player.id: f"{player.number} {player.name}" for player in self.listed_players}
        return (*mode, *(comment(one, names.get) for one in self._own_exceptions))

    def present(self, number: int) -> list[Player]:
        """Return the players to be paired in the coming round `number`."""
        return [
            player
            for player in self.listed_players
            if player.entered <= number
            and player.withdrawn_after is None
            and (player.id, number) not in self.byes
        ]


def losers_by_forfeit(games: Iterable[Game]) -> frozenset[int]:
    """Return the players who did not appear, whether or not their opponents did."""
    return frozenset(
        player
        for game in games
        if game.result is not None
        for player, award in ((game.white, game.result.white), (game.black, game.result.black))
        if award is Award.FORFEIT_LOSS
    )


def limit_to_players(settings: Settings, here: set[int]) -> Settings:
    """Return the settings without players who are not in `here`."""

    def apart(groups: tuple[Apart, ...]) -> tuple[Apart, ...]:
        if all(here.issuperset(group.players) for group in groups):
            return groups
        left = (replace(one, players=_limit_players(one.players, here)) for one in groups)
        return tuple(group for group in left if len(group.players) > 1)

    adjustments = settings.adjustments
    if not all(here.issuperset(one.players) for one in adjustments):
        given = (replace(one, players=_limit_players(one.players, here)) for one in adjustments)
        adjustments = tuple(one for one in given if one.players)
    return replace(
        settings,
        forbidden=apart(settings.forbidden),
        keep_apart=apart(settings.keep_apart),
        must_meet=tuple(pair for pair in settings.must_meet if here.issuperset(pair)),
        adjustments=adjustments,
    )


def _limit_players(players: tuple[int, ...], here: set[int]) -> tuple[int, ...]:
    return tuple(player for player in players if player in here)


# Events of matches


def _of_teams(section: Section, competitors: Tournament) -> MatchTournament:
    """Return a section of teams as a tournament with teams, players, matches and games."""
    number_of = {team.id: team.number for team in competitors.players}
    members = {team: section.registration(team).members for team in number_of}
    people = [one for team in competitors.players for one in members[team.id]]
    listed = tuple(replace(one, number=at) for at, one in enumerate(people, start=1))
    settings = competitors.settings
    teams = tuple(
        Team(
            team.name,
            tuple(one.id for one in members[team.id]),
            team.number,
            captain=section.registration(team.id).captain,
            strength=team.rating,
            id=team.id,
        )
        for team in competitors.players
    )
    rounds = tuple(
        Round(tuple(this.all_games), tuple(_players_alone(this))) for this in section.rounds
    )
    event = replace(
        settings.team_event or TeamEvent(),
        boards=section.boards,
        lineups=tuple(_lineups(section, number_of)),
        forfeits=tuple(_forfeits(section, number_of)),
        byes=tuple(_byes(section, competitors, number_of)),
        acceleration=settings.acceleration.with_ids(number_of),
        forbidden=tuple(
            replace(one, players=tuple(number_of[team] for team in one.players))
            for one in settings.forbidden
        ),
        adjustments=tuple(
            replace(one, players=tuple(number_of[team] for team in one.players))
            for one in settings.adjustments
        ),
    )
    of_people = replace(
        settings,
        teams=teams,
        team_event=event,
        acceleration=Acceleration(),
        forbidden=(),
        adjustments=(),
        keep_apart=(),
        must_meet=(),
    )
    found = by_team(Tournament(listed, rounds, of_people), event)
    return _with_competitors(found, competitors)


def _with_competitors(found: MatchTournament, competitors: Tournament) -> MatchTournament:
    """Return the event with the teams, rounds and settings that only the desk knows.

    Among them are withdrawals, and the teams kept apart.
    """
    given = competitors.settings
    return replace(
        found,
        players=competitors.players,
        rounds=competitors.rounds,
        settings=replace(
            found.settings,
            rounds=given.rounds,
            acceleration=given.acceleration,
            forbidden=given.forbidden,
            adjustments=given.adjustments,
            keep_apart=given.keep_apart,
            must_meet=given.must_meet,
        ),
    )


def _players_alone(this: PublishedRound) -> Iterator[tuple[int, Bye]]:
    """Yield each player who sits at a board without an opponent, with the full-point bye they
    get.
    """
    for match in this.games:
        for pair in zip(this.lineups[match.white], this.lineups[match.black], strict=True):
            there = [player for player in pair if player is not None]
            if len(there) == 1:
                yield there[0], Bye.FULL_POINT


def _lineups(section: Section, number_of: Mapping[int, int]) -> Iterator[Lineup]:
    """Yield the line-ups that are not in the board order of the team."""
    for number, this in enumerate(section.rounds, start=1):
        for match in this.games:
            for team in (match.white, match.black):
                seats = this.lineups[team]
                order = [one.id for one in section.registration(team).members]
                if seats != tuple(player for player in order if player in seats):
                    yield Lineup(number, number_of[team], seats)


def _forfeits(section: Section, number_of: Mapping[int, int]) -> Iterator[ForfeitedMatch]:
    """Yield the matches with a result in which no two players sat at one board."""
    for number, this in enumerate(section.rounds, start=1):
        for match, games in zip(this.games, this.boards, strict=True):
            if match.result is not None and not any(games):
                white, black = number_of[match.white], number_of[match.black]
                yield ForfeitedMatch(number, white, black, match.result)


def _byes(
    section: Section, competitors: Tournament, number_of: Mapping[int, int]
) -> Iterator[tuple[int, int, Bye]]:
    """Yield the byes of each round; teams that have left or not yet entered have a zero-point
    bye.
    """
    for number, this in enumerate(competitors.rounds, start=1):
        free = dict(this.byes)
        if number <= len(section.rounds):
            met = {team for game in this.games for team in (game.white, game.black)}
            free |= {team: Bye.ZERO_POINT for team in number_of if team not in met | free.keys()}
        for team, bye in sorted(free.items(), key=lambda one: number_of[one[0]]):
            yield number, number_of[team], bye


def _of_two_games(section: Section, competitors: Tournament) -> MatchTournament:
    """Return a section in which players meet for two games, with each game in a round of its
    own.
    """
    settings = competitors.settings
    rounds: list[Round] = []
    for number, this in enumerate(competitors.rounds, start=1):
        boards = section.rounds[number - 1].boards if number <= len(section.rounds) else ()
        for half in (0, 1):
            games = tuple(game for match in boards if (game := match[half]) is not None)
            byes = tuple((player, _half_of_bye(bye, half)) for player, bye in this.byes)
            rounds.append(Round(games, byes))
    players = tuple(
        replace(
            one,
            entered=2 * one.entered - 1,
            withdrawn_after=None if one.withdrawn_after is None else 2 * one.withdrawn_after,
        )
        for one in competitors.players
    )
    individual = Tournament(players, tuple(rounds), _by_game(settings))
    return _with_competitors(by_two_games(individual), competitors)


def _half_of_bye(bye: Bye, half: int) -> Bye:
    """Return the bye for the first (0) or second (1) of two games.

    The pairing-allocated bye is worth a win and a draw (C.04.5: 1.4).
    """
    return Bye.HALF_POINT if half and bye is Bye.PAIRING_ALLOCATED else bye


def _by_game(settings: Settings) -> Settings:
    """Return the settings with rounds of single games instead of rounds of two."""
    return replace(
        settings,
        rounds=None if settings.rounds is None else 2 * settings.rounds,
        round_dates=tuple(date for date in settings.round_dates for _ in (0, 1)),
        forbidden=tuple(
            replace(
                apart,
                first_round=2 * apart.first_round - 1,
                last_round=None if apart.last_round is None else 2 * apart.last_round,
            )
            for apart in settings.forbidden
        ),
        adjustments=tuple(
            replace(one, round=None if one.round is None else 2 * one.round)
            for one in settings.adjustments
        ),
    )


@frozen
class DeskState:
    """The state of a tournament file: its sections by key."""

    sections: Mapping[str, Section] = field(default_factory=dict)

    def section(self, key: str) -> Section:
        if key not in self.sections:
            raise NoSuchSection(section=key, sections=", ".join(self.sections))
        return self.sections[key]

    def with_section(self, section: Section) -> DeskState:
        """Return the state with this section in place of the one with the same key."""
        before = self.sections.get(section.key)
        if before is not None and "listed_players" in vars(before):
            # Most events are results: a list of thousands is not made again for each of them.
            made_from = ("registrations", "order", "settings", "announced", "exchanges")
            if all(getattr(section, name) is getattr(before, name) for name in made_from):
                vars(section)["listed_players"] = before.listed_players
        return DeskState({**self.sections, section.key: section})

    def player(self, player: int) -> Player | None:
        """Return the player with this id, which all sections share; None if there is none."""
        for section in self.sections.values():
            if player in section.registrations:
                return section.registrations[player].player
            if section.has_teams and player in section.people:
                return section.people[player]
        return None
