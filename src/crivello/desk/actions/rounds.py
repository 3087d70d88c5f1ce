"""Actions on a round: pair, discard, publish, pair by hand, change what is published."""

from __future__ import annotations

from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.actions.action import Context, Plan
from crivello.desk.by_hand import Judgement, judge, players_of
from crivello.desk.events import Boards, ChangeCase
from crivello.desk.keep_apart import KeepApartPairing, pair_keeping_apart, with_forbidden_pairs
from crivello.desk.notices import Notice
from crivello.desk.numbers import table_numbers
from crivello.desk.preconditions import (
    may_be_paired,
    may_be_scheduled,
    may_be_seated,
    require_named_once,
    seats_of,
)
from crivello.desk.refusals import citing
from crivello.desk.rounds import basis
from crivello.desk.state import DeskState, Draft, Section
from crivello.desk.warnings import (
    warn_of_adjournments,
    warn_of_announced_meetings,
    warn_of_coming_rounds,
    warn_of_forfeits,
    warn_of_missing_ratings,
    warn_of_too_few_rounds,
)
from crivello.model.errors import Impossible
from crivello.model.result import Bye, Result
from crivello.model.sentence import ListOf, Sentence
from crivello.model.settings import Apart
from crivello.model.tournament import Round, Tournament
from crivello.rules.acceleration import last_of_group_a
from crivello.rules.draw import LAST_ROUNDS, DrawMethod, NumbersDrawn, draw_numbers, groups_by
from crivello.rules.handling import Article
from crivello.standard.classes import frozen
from crivello.systems.registry import System, find
from crivello.systems.roundrobin.system import RoundRobin


@frozen
class Pair:
    """Pair the next round by the rules, as a draft."""

    section: str
    round: int | None = None
    """Named for safety: refused if another round is in turn."""
    order: tuple[int, ...] = ()
    """Round 1: all players by the numbers that another program gave; else the initial order."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        _require_next_round(section, self.round)
        ready, order = _ready(section, self.order)
        system = find(ready.settings.system or "")
        found = pair_keeping_apart(system, ready, section.next_round)
        boards = tuple((board.white, board.black) for board in found.pairing.boards)
        bye = found.pairing.bye
        draft = _draft(section, ready, context, boards, bye, order, found.apart)
        event = replace(draft, released=found.released)
        return Plan(event, _pairing_notices(section, system, ready, boards, bye, found))


@frozen
class PairByHand:
    """Make a draft with these boards; with `rest`, the engine pairs all other players."""

    section: str
    boards: Boards
    bye: int | None = None
    rest: bool = False
    order: tuple[int, ...] = ()
    """As in `Pair`."""
    imported: bool = False
    """It stands so in the file that the tournament is taken from."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        ready, order = _ready(section, self.order)
        require_named_once(section, self.boards, self.bye)
        may_be_seated(section, seats_of(self.boards, self.bye))
        number = section.next_round
        system = find(ready.settings.system or "")
        apart = _groups_kept_apart(system, ready, number)
        ruled = with_forbidden_pairs(ready, apart)
        boards, bye = self.boards, self.bye
        if self.rest:
            named = players_of(boards) | ({bye} if bye is not None else set())
            pairing = system.pair(_setting_aside(ruled, number, named), number)
            boards += tuple((board.white, board.black) for board in pairing.boards)
            if pairing.bye is not None and bye is not None:
                raise r.PairingIncomplete(players=ListOf.players((bye, pairing.bye)))
            bye = pairing.bye if bye is None else bye
        verdict = judge(system, ruled, number, boards, bye)
        draft = _draft(section, ready, context, boards, bye, order, apart)
        event = replace(draft, by_hand=True, remarks=verdict.remarks, imported=self.imported)
        notices = _pairing_notices(section, system, ready, boards, bye, None)
        return Plan(event, (*_verdict_notices(verdict), *notices))


@frozen
class ChangeDraft:
    """Give the draft other boards; `by_hand` has functions that make them."""

    section: str
    boards: Boards
    bye: int | None

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        draft = _draft_of(section)
        require_named_once(section, self.boards, self.bye)
        seats = seats_of(self.boards, self.bye)
        may_be_seated(section, set(seats) - set(seats_of(draft.boards, draft.bye)))
        ready, _ = _ready(section, _order_of(draft, section))
        tournament = with_forbidden_pairs(ready, draft.apart)
        verdict = judge(find(draft.system), tournament, draft.round, self.boards, self.bye)
        event = e.PairingChanged(self.section, draft.round, self.boards, self.bye, verdict.remarks)
        return Plan(event, _verdict_notices(verdict))


@frozen
class Discard:
    """Discard the draft."""

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        return Plan(e.PairingDiscarded(self.section, section.next_round))


@frozen
class Publish:
    """Publish the draft. One made by hand that differs from the engine's pairing needs a reason."""

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        draft = _draft_of(section)
        tables = table_numbers(draft.boards, section.announced, section.tables)
        border = None
        if draft.round == 1 and section.settings.acceleration.method is not None:
            # Late entries and corrections do not move it (`docs/decisions/baku-border.md`).
            listed = replace(section, order=draft.order) if draft.order else section
            last = last_of_group_a(listed.tournament)
            border = None if last is None else last.id
        # The end of an alteration by hand: what differs from the engine's pairing is confirmed.
        differs = draft.by_hand and bool(draft.remarks) and not draft.imported
        event = e.RoundPublished(
            self.section, draft.round, tables, border, _lineups(section, draft.boards, draft.round)
        )
        return Plan(event, needs_reason=differs)


@frozen
class PublishSchedule:
    """Give the numbers of a round robin, and publish all its rounds at once."""

    section: str
    method: str = "initial"
    """``initial``: in the initial order; else a method of `rules.draw`: lot, varma, annex, apart,
    or hand with `order`."""
    seed: str = ""
    by: str = ""
    """What players are grouped by: ``federation``, or a tag such as ``club``."""
    last: int = LAST_ROUNDS
    """In how many last rounds groups are kept apart."""
    order: tuple[int, ...] = ()
    """By hand: ids, number 1 first."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        may_be_scheduled(section)
        order = tuple(player.id for player in section.listed_players)
        log: tuple[Sentence, ...] = ()
        if self.method != "initial":
            drawn = self._draw(section.tournament)
            order, log = drawn.order, drawn.log
        ready = replace(section, order=order).tournament
        system = find(ready.settings.system or "")
        assert isinstance(system, RoundRobin)
        planned = system.plan(ready)
        if len(planned) != (ready.settings.rounds or 0):
            raise r.RoundsOfTheTable(rounds=len(planned), players=len(order))
        drafts = []
        for number in range(1, len(planned) + 1):
            boards = tuple((b.white, b.black) for b in system.table_round(ready, number))
            digest = basis(ready, number)
            drafts.append(
                Draft(self.section, number, system.key, context.program, boards, None, digest)
            )
        tables = tuple(
            table_numbers(one.boards, section.announced, section.tables) for one in drafts
        )
        event = e.SchedulePublished(
            self.section, tuple(drafts), tables, order, self.method, self.seed, self.by
        )
        return Plan(event, tuple(Notice(sentence, warns=False) for sentence in log))

    def _draw(self, tournament: Tournament) -> NumbersDrawn:
        method = next((one for one in DrawMethod if one.value == self.method), None)
        if method is None:
            raise r.NoSuchDraw(method=self.method, known=", ".join(one.value for one in DrawMethod))
        groups = groups_by(tournament.players, self.by) if self.by else {}
        return draw_numbers(tournament, method, self.seed, groups, self.last, self.order)


@frozen
class ChangePublished:
    """Give the round that is being played other boards (C.04.2: 4.4); needs a reason."""

    section: str
    boards: Boards
    bye: int | None
    case: ChangeCase

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = len(section.rounds)
        if number == 0:
            raise r.NotPublished(round=1)
        this = section.rounds[-1]
        boards = tuple((game.white, game.black) for game in this.games)
        known = dict(zip(boards, this.tables, strict=True))
        require_named_once(section, self.boards, self.bye)
        tables = _keeping_tables(self.boards, known, section)
        before = replace(section, rounds=section.rounds[:-1])
        tournament = with_forbidden_pairs(before.tournament, this.draft.apart)
        seated = players_of(self.boards) | ({self.bye} if self.bye is not None else set())
        tournament = _setting_aside(
            _without_byes(tournament, number, seated),
            number,
            {player.id for player in tournament.players} - seated,
        )
        verdict = judge(find(this.draft.system), tournament, number, self.boards, self.bye)
        event = e.PublishedPairingChanged(
            self.section,
            number,
            self.boards,
            self.bye,
            tables,
            self.case,
            verdict.remarks,
            tuple(
                one
                for one in _lineups(section, self.boards, number)
                if one.team not in this.lineups
            ),
        )
        notice = Notice(
            Sentence(n.PUBLISHED_CHANGED), Article.PUBLISHED_PAIRINGS.of(section.settings)
        )
        return Plan(event, (notice, *_verdict_notices(verdict)))


def preview(section: Section) -> KeepApartPairing:
    """Return the pairing that `Pair` would write, without writing it."""
    with citing(section.settings):
        ready, _ = _ready(section)
    return pair_keeping_apart(find(ready.settings.system or ""), ready, section.next_round, [])


def _draft_of(section: Section) -> Draft:
    if section.draft is None:
        raise r.NoDraft(round=section.next_round)
    return section.draft


def judge_draft(section: Section) -> Judgement:
    """Judge the draft by the rules, and compare it with the pairing of the engine."""
    # C.04.2.A.5 (1)
    draft = _draft_of(section)
    with citing(section.settings):
        ready, _ = _ready(section, _order_of(draft, section))
    ruled = with_forbidden_pairs(ready, draft.apart)
    return judge(find(draft.system), ruled, draft.round, draft.boards, draft.bye)


def _ready(section: Section, wanted: tuple[int, ...] = ()) -> tuple[Tournament, tuple[int, ...]]:
    """Return the tournament to be paired and, before round 1, the order of its players.

    `wanted`: the order to be used; by default, the initial order. After round 1 the order is empty.
    """
    may_be_paired(section)
    if section.order:
        return section.tournament, ()
    listed = tuple(player.id for player in section.listed_players)
    if not wanted:
        return section.tournament, listed
    if sorted(wanted) != sorted(listed):
        raise r.ListChanged()
    return replace(section, order=wanted).tournament, wanted


def _draft(
    section: Section,
    ready: Tournament,
    context: Context,
    boards: Boards,
    bye: int | None,
    order: tuple[int, ...],
    apart: tuple[Apart, ...],
) -> Draft:
    number, key = section.next_round, ready.settings.system or ""
    made_from = basis(ready, number)
    return Draft(section.key, number, key, context.program, boards, bye, made_from, order, apart)


def _lineups(section: Section, boards: Boards, number: int) -> tuple[e.TeamLineup, ...]:
    """Return the line-ups of the teams that are paired; empty if players are paired."""
    if not section.has_teams:
        return ()
    teams = (team for pair in boards for team in pair)
    return tuple(e.TeamLineup(team, section.lineup(team, number)) for team in teams)


def _order_of(draft: Draft, section: Section) -> tuple[int, ...]:
    """Return the order behind the draft of round 1; empty if the list of players has changed
    since.
    """
    listed = sorted(player.id for player in section.listed_players)
    return draft.order if sorted(draft.order) == listed else ()


def _groups_kept_apart(system: System, tournament: Tournament, number: int) -> tuple[Apart, ...]:
    """Return the groups kept apart in the round; empty if the rules give no pairing at all."""
    try:
        return pair_keeping_apart(system, tournament, number).apart
    except Impossible:
        return ()


def _require_next_round(section: Section, wanted: int | None) -> None:
    if wanted is not None and wanted != section.next_round:
        raise r.WrongRound(round=wanted, next=section.next_round)


def _setting_aside(tournament: Tournament, number: int, players: set[int]) -> Tournament:
    """Return the tournament with a zero-point bye in the round for these players."""
    this = tournament.round(number)
    away = {player for player, _ in this.byes}
    more = tuple((player, Bye.ZERO_POINT) for player in sorted(players - away))
    return _with_coming(tournament, number, Round(byes=this.byes + more))


def _without_byes(tournament: Tournament, number: int, players: set[int]) -> Tournament:
    this = tournament.round(number)
    byes = tuple(item for item in this.byes if item[0] not in players)
    here = tuple(
        replace(player, entered=min(player.entered, number)) if player.id in players else player
        for player in tournament.players
    )
    return _with_coming(replace(tournament, players=here), number, Round(byes=byes))


def _with_coming(tournament: Tournament, number: int, coming_round: Round) -> Tournament:
    past = tuple(tournament.round(k) for k in range(1, number))
    return replace(tournament, rounds=(*past, coming_round, *tournament.rounds[number:]))


def _keeping_tables(
    boards: Boards, known: dict[tuple[int, int], int], section: Section
) -> tuple[int, ...]:
    """Return the table of each board: games that were there keep theirs, the others get free
    ones.
    """
    new = tuple(pair for pair in boards if pair not in known)
    used = tuple(known[pair] for pair in boards if pair in known)
    announced = section.announced
    free = replace(announced, skipped_tables=announced.skipped_tables + used)
    fixed = {player: table for player, table in section.tables.items() if table not in used}
    fresh = dict(zip(new, table_numbers(new, free, fixed), strict=True))
    return tuple(known[pair] if pair in known else fresh[pair] for pair in boards)


def _verdict_notices(verdict: Judgement) -> tuple[Notice, ...]:
    return tuple(
        Notice(remark.sentence, remark.article, remark.players) for remark in verdict.remarks
    )


def _pairing_notices(
    section: Section,
    system: System,
    ready: Tournament,
    boards: Boards,
    bye: int | None,
    found: KeepApartPairing | None,
) -> tuple[Notice, ...]:
    notices = []
    number = section.next_round
    games = (game for this in section.rounds for game in this.all_games)
    adjourned = sum(game.result is Result.ADJOURNED for game in games)
    if adjourned:
        article = Article.ADJOURNED.of(section.settings)
        as_draws = [Notice(Sentence(n.ADJOURNED, count=adjourned), article)]
        notices += warn_of_adjournments(section.settings) or as_draws
    waiting = [
        player
        for player, one in section.registrations.items()
        if one.presence is e.Presence.REGISTERED
    ]
    if not section.order and waiting and len(waiting) < len(section.registrations):
        named = Sentence(n.UNCONFIRMED, count=len(waiting), players=ListOf.players(waiting))
        notices.append(Notice(named, Article.CONFIRMED.of(section.settings), tuple(waiting)))
    if found is not None and found.released:
        pairs = ListOf.pairs(found.released)
        notices.append(Notice(Sentence(n.RELEASED, count=len(found.released), pairs=pairs)))
    notices += warn_of_forfeits(n.FORFEITED_AND_PAIRED, section.settings, section.asked)
    if not section.order:
        notices += warn_of_missing_ratings(ready)
        notices += warn_of_too_few_rounds(section.settings, len(section.listed_players))
        notices += warn_of_announced_meetings(ready, {player.id for player in section.present(1)})
    return (*notices, *warn_of_coming_rounds(system, ready, number, boards, bye))
