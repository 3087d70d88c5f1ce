"""Actions on teams: register them with their players, change them, set line-ups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk.actions.action import Context, Plan
from crivello.desk.log import with_ids
from crivello.desk.notices import Notice
from crivello.desk.numbers import moves_notice, order_after_corrections
from crivello.desk.rounds import lineups_closed
from crivello.desk.state import DeskState, Section
from crivello.desk.warnings import warn_of_too_few_rounds
from crivello.model.player import Player
from crivello.model.sentence import Sentence
from crivello.model.tables import strength
from crivello.rules.handling import Article
from crivello.standard.classes import frozen


@frozen
class RegisterTeams:
    """Register teams with their players; those with id 0 get permanent ids.

    A team without a rating gets the average rating of its first boards.
    """

    section: str
    teams: tuple[e.TeamEntry, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        teams = tuple(_with_ids(map(_as_new_entry, self.teams), section, context.highest_id))
        before = len(section.registrations)
        few = warn_of_too_few_rounds(section.settings, before + len(teams))
        already = section.order or warn_of_too_few_rounds(section.settings, before)
        return Plan(e.TeamsRegistered(self.section, teams), () if already else tuple(few))


@frozen
class ChangeTeam:
    """Change a team's name, players or board order; pairing numbers follow as long as they may
    change.
    """

    section: str
    team: e.TeamEntry

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        old = section.registration(self.team.team.id).player
        given = replace(
            self.team.team,
            number=0,
            entered=old.entered,
            withdrawn_after=old.withdrawn_after,
            expelled=old.expelled,
        )
        entry = replace(self.team, team=given)
        (team,) = _with_ids(iter((entry,)), section, context.highest_id)
        if not section.order or team.team.id not in section.order:
            return Plan(e.TeamChanged(self.section, team))
        order, moves = order_after_corrections(section, (team.team,))
        notices = moves_notice(moves, Article.NUMBERS.of(section.settings))
        changed = order if order != section.order else ()
        return Plan(e.TeamChanged(self.section, team, changed), tuple(notices))


@frozen
class SetLineups:
    """Set the line-ups of teams for a round; after the deadline this needs a reason."""

    section: str
    lineups: tuple[e.TeamLineup, ...]
    round: int | None = None
    """None: the round that is being played, or the coming one if none is."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = self.round or lineup_round(section)
        late = lineups_closed(section, number, context.now)
        event = e.LineupsSet(self.section, number, self.lineups)
        return Plan(event, (Notice(Sentence(n.LINEUP_LATE)),) if late else (), needs_reason=late)


def lineup_round(section: Section) -> int:
    """Return the round for which line-ups are set.

    It is the round being played if that has no result yet, and otherwise the next one.
    """
    number = len(section.rounds)
    begun = not number or any(
        game is not None and game.result is not None
        for match in section.rounds[-1].boards
        for game in match
    )
    return number + begun


def _as_new_entry(entry: e.TeamEntry) -> e.TeamEntry:
    team = replace(entry.team, number=0, entered=1, withdrawn_after=None)
    return replace(entry, team=team)


def _with_ids(
    teams: Iterator[e.TeamEntry], section: Section, highest: int
) -> Iterator[e.TeamEntry]:
    for entry in teams:
        people: tuple[Player, ...] = (entry.team, *entry.members)
        people = tuple(replace(one, number=0) for one in people)
        team, *members = with_ids(people, highest)
        highest = max(highest, *(one.id for one in (team, *members)))
        if team.rating is None:
            team = replace(team, rating=strength(members, section.boards))
        yield e.TeamEntry(team, tuple(members), entry.captain)
