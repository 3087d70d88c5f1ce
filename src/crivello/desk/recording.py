"""Find the exceptions to the rules that an event makes.

They are looked for before an event is written, and again when the state is computed from the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import singledispatch

from crivello.desk import events as e
from crivello.desk.events import Meta
from crivello.desk.exceptions import ExceptionClass, RuleException, is_within_grace
from crivello.desk.state import DeskState, Section
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence, Template
from crivello.model.tables import figures_of
from crivello.standings.tie_breaks import lot_of

Exceptions = Iterator[RuleException]

BY_HAND = N_("Round {round} was paired by hand and is not the one that the rules give.")
IMPORTED = N_("Round {round} in the file is not the one that the rules give.")
CHANGED = N_("The published pairing of round {round} was changed.")
TAKEN_BACK = N_("The publication of round {round} was withdrawn.")
RESULTS_TAKEN_BACK = N_("The publication of the results of round {round} was withdrawn.")
SCHEDULE_TAKEN_BACK = N_("The publication of all rounds was withdrawn.")
FULL_POINT_BYE = N_("{player} has a full-point bye in round {round}.")
HALF_POINT_BYES = N_("{player} has a half-point bye in round {round}; that makes {count}.")
RATING_ONLY = N_("{white} – {black} of round {round} is corrected to {result} for rating only.")
EXPELLED = N_("Expelled after round {round}: {players}.")
MODE_LEFT = N_("FIDE mode was left.")
APART = N_("Who is kept apart was changed after round {round}.")
TIE_BREAKS = N_("Tie-breaks were changed after round {round}: {old} became {new}.")
ROUNDS = N_("The number of rounds was changed after round {round}: {old} became {new}.")
HALF_BYES = N_("Half-point byes for each player were changed after round {round}: {old} to {new}.")
BYES_UNTIL = N_(
    "The last round with half-point byes was changed after round {round}: {old} to {new}."
)
CORRECTIONS = N_(
    "The deadline for reporting errors was changed after round {round}: {old} to {new} minutes."
)
FULL_BYES = N_("Full-point byes were switched on.")
CHANGES_ALLOWED = N_("Changes of published pairings were allowed after round {round}.")
NUMBERS = N_("The pairing numbers of {one} and {other} were exchanged by hand.")
LOTS_AGAIN = N_("Lots were drawn again.")
LOT_CHANGED = N_("The lot of {player} was changed from {old} to {new}.")
MISSED_ROUNDS = N_("What a late entry gets for missed rounds was changed after round {round}.")
ASSUMED: dict[str, str] = {
    "colour": N_("The file does not state the initial colour; assumed: {value}."),
    "rounds": N_("The file does not state the number of rounds; assumed: {value}."),
    "scoring": N_("The file does not state the points; assumed: {value}."),
    "system": N_("The file does not state the edition of the system; assumed: {value}."),
}
"""What may be assumed of a file, by topic."""


def exceptions_of(event: e.Event, state: DeskState, meta: Meta) -> tuple[RuleException, ...]:
    """Return the exceptions to the rules that this event makes; `state` is the one before it."""
    if not isinstance(event, e.SectionEvent):
        return ()
    section = state.sections.get(event.section)
    return tuple(_exceptions_of(event, section, meta))


@singledispatch
def _exceptions_of(event: e.SectionEvent, section: Section | None, meta: Meta) -> Exceptions:
    return iter(())


@_exceptions_of.register
def _exceptions_of_section_opened(
    event: e.SectionOpened, section: Section | None, meta: Meta
) -> Exceptions:
    if event.announced.fide_mode is False:
        yield RuleException(ExceptionClass.RULE, Sentence(MODE_LEFT), done=meta)
    if event.announced.full_point_byes and event.announced.fide_mode is not None:
        yield RuleException(ExceptionClass.RULE, Sentence(FULL_BYES), done=meta)
    for topic, value in event.assumed:
        what = Sentence(ASSUMED.get(topic, ASSUMED["system"]), value=value)
        yield RuleException(ExceptionClass.ASSUMPTION, what, done=meta)


@_exceptions_of.register
def _exceptions_of_fide_mode_left(
    event: e.FideModeLeft, section: Section, meta: Meta
) -> Exceptions:
    after = len(section.rounds) or None
    yield RuleException(ExceptionClass.RULE, Sentence(MODE_LEFT), after, done=meta)


@_exceptions_of.register
def _exceptions_of_settings_changed(
    event: e.SettingsChanged, section: Section, meta: Meta
) -> Exceptions:
    after = len(section.rounds)
    old, new = section.announced, event.announced
    if new.full_point_byes and not old.full_point_byes:
        yield RuleException(ExceptionClass.RULE, Sentence(FULL_BYES), after or None, done=meta)
    if not after:
        return
    was, now = section.settings, event.settings

    def switch(template: Template, before: object = "", then: object = "") -> RuleException:
        values = {"old": str(before) or "–", "new": str(then) or "–"} if before != then else {}
        what = Sentence(template, round=after, **values)
        return RuleException(ExceptionClass.RULE, what, after, done=meta)

    if was.tie_breaks != now.tie_breaks:
        yield switch(TIE_BREAKS, ", ".join(was.tie_breaks), ", ".join(now.tie_breaks))
    if was.rounds != now.rounds:
        yield switch(ROUNDS, was.rounds, now.rounds)
    if old.half_point_byes != new.half_point_byes:
        yield switch(HALF_BYES, old.half_point_byes, new.half_point_byes)
    if old.half_point_byes_until != new.half_point_byes_until:
        until = old.half_point_byes_until or was.rounds, new.half_point_byes_until or now.rounds
        yield switch(BYES_UNTIL, *until)
    if old.correction_minutes != new.correction_minutes:
        minutes = (old.correction_minutes, new.correction_minutes)
        yield switch(CORRECTIONS, *("" if one is None else one for one in minutes))
    if new.changes_allowed and not old.changes_allowed:
        yield switch(CHANGES_ALLOWED)
    if old.missed_rounds is not new.missed_rounds:
        yield switch(MISSED_ROUNDS)


@_exceptions_of.register
def _exceptions_of_apart_set(event: e.ApartSet, section: Section, meta: Meta) -> Exceptions:
    if after := len(section.rounds):
        yield RuleException(ExceptionClass.RULE, Sentence(APART, round=after), after, done=meta)


@_exceptions_of.register
def _exceptions_of_numbers_exchanged(
    event: e.NumbersExchanged, section: Section, meta: Meta
) -> Exceptions:
    one, other = map(PlayerRef, event.players)
    what, after = Sentence(NUMBERS, one=one, other=other), len(section.rounds) or None
    yield RuleException(ExceptionClass.RULE, what, after, event.players, meta)


@_exceptions_of.register
def _exceptions_of_lots_drawn(event: e.LotsDrawn, section: Section, meta: Meta) -> Exceptions:
    if section.lots:
        after = len(section.rounds) or None
        yield RuleException(ExceptionClass.RULE, Sentence(LOTS_AGAIN), after, done=meta)


@_exceptions_of.register
def _exceptions_of_player_corrected(
    event: e.PlayerCorrected, section: Section, meta: Meta
) -> Exceptions:
    return _other_lots((event.player,), section, meta)


@_exceptions_of.register
def _exceptions_of_players_corrected(
    event: e.PlayersCorrected, section: Section, meta: Meta
) -> Exceptions:
    return _other_lots(event.players, section, meta)


@_exceptions_of.register
def _exceptions_of_corrected_in_sections(
    event: e.CorrectedInSections, section: Section, meta: Meta
) -> Exceptions:
    for one in event.corrections:
        if one.section == section.key:
            yield from _other_lots(one.players, section, meta)


def _other_lots(players: tuple[Player, ...], section: Section, meta: Meta) -> Exceptions:
    """Yield an exception for each lot that is changed after it was drawn; a first lot may be
    typed.
    """
    for player in players:
        old, new = lot_of(section.registrations[player.id].player), lot_of(player)
        if old is not None and old != new:
            values = {"old": old, "new": "–" if new is None else new}
            what = Sentence(LOT_CHANGED, player=PlayerRef(player.id), **values)
            after = len(section.rounds) or None
            yield RuleException(ExceptionClass.RULE, what, after, (player.id,), meta)


@_exceptions_of.register
def _exceptions_of_byes_requested(
    event: e.ByesRequested, section: Section, meta: Meta
) -> Exceptions:
    half = {where for where in section.byes if _is_requested_half(section, where)}
    for one in event.byes:
        who = {"player": PlayerRef(one.player), "round": one.round}
        half.discard((one.player, one.round))
        if one.bye is Bye.FULL_POINT:
            what, kind = Sentence(FULL_POINT_BYE, **who), ExceptionClass.FULL_POINT_BYE
            yield RuleException(kind, what, one.round, (one.player,), meta)
        elif one.bye is Bye.HALF_POINT:
            half.add((one.player, one.round))
            count = sum(player == one.player for player, _ in half)
            if count > 1:
                what = Sentence(HALF_POINT_BYES, **who, count=count)
                kind = ExceptionClass.HALF_POINT_BYES
                yield RuleException(kind, what, one.round, (one.player,), meta)


def _is_requested_half(section: Section, where: tuple[int, int]) -> bool:
    """Return True for a half-point bye that was requested; False for one given for a missed
    round.
    """
    player, number = where
    late = number < section.registrations[player].player.entered
    return section.byes[where] is Bye.HALF_POINT and not late


@_exceptions_of.register
def _exceptions_of_players_left(event: e.PlayersLeft, section: Section, meta: Meta) -> Exceptions:
    if not event.expelled:  # anyone may withdraw
        return
    after = len(section.rounds)
    what = Sentence(EXPELLED, round=after, players=ListOf.players(event.players))
    yield RuleException(ExceptionClass.EXPULSION, what, after, event.players, meta)


@_exceptions_of.register
def _exceptions_of_round_published(
    event: e.RoundPublished, section: Section, meta: Meta
) -> Exceptions:
    draft = section.draft
    if draft is None or not draft.by_hand or not draft.remarks:
        return  # by hand, but as the rules pair it
    kind = ExceptionClass.IMPORT if draft.imported else ExceptionClass.BY_HAND
    template = IMPORTED if draft.imported else BY_HAND
    remarks = tuple(remark.sentence for remark in draft.remarks)
    what = Sentence(template, round=event.round)
    yield RuleException(kind, what, event.round, done=meta, remarks=remarks)


@_exceptions_of.register
def _exceptions_of_published_pairing_changed(
    event: e.PublishedPairingChanged, section: Section, meta: Meta
) -> Exceptions:
    what = Sentence(CHANGED, round=event.round)
    remarks = tuple(remark.sentence for remark in event.remarks)
    kind = ExceptionClass.PUBLISHED_CHANGE
    yield RuleException(kind, what, event.round, done=meta, remarks=remarks)


@_exceptions_of.register
def _exceptions_of_result_corrected(
    event: e.ResultCorrected, section: Section, meta: Meta
) -> Exceptions:
    if event.effect is not e.Effect.RATING:
        return
    pair = (event.was.white, event.was.black)
    if event.right.turned:
        pair = pair[::-1]
    white, black = map(PlayerRef, pair)
    result = figures_of(event.games) if event.games else event.result
    what = Sentence(RATING_ONLY, white=white, black=black, round=event.round, result=result)
    yield RuleException(ExceptionClass.RATING_ONLY, what, event.round, pair, meta)


def undone_publications(
    event: e.Undone, undone: Sequence[tuple[e.Event, Meta]], meta: Meta
) -> Iterator[tuple[str, RuleException]]:
    """Yield the publications that an undo withdraws, with their sections; mistakes are left out.

    A pairing counts if the undo names a case, and results if they were published a while ago.
    """
    kind = ExceptionClass.PUBLISHED_CHANGE
    for one, _ in undone if event.case is not None else ():
        if isinstance(one, e.RoundPublished | e.SchedulePublished | e.PublishedPairingChanged):
            what = Sentence(TAKEN_BACK, round=one.round)
            if isinstance(one, e.SchedulePublished):
                what = Sentence(SCHEDULE_TAKEN_BACK)
            yield one.section, RuleException(kind, what, one.round, done=meta)
    for results in results_taken_back(undone, datetime.fromisoformat(meta.time)):
        what = Sentence(RESULTS_TAKEN_BACK, round=results.round)
        yield results.section, RuleException(kind, what, results.round, done=meta)


def results_taken_back(
    undone: Sequence[tuple[e.Event, Meta]], now: datetime
) -> list[e.ResultsPublished]:
    """Return undone publications of results that players have seen, if the round itself stays."""
    gone = [one for one, _ in undone]
    pairings = (e.RoundPublished, e.SchedulePublished)
    return [
        one
        for one, published in undone
        if isinstance(one, e.ResultsPublished)
        and not is_within_grace(published, now)
        and not any(isinstance(other, pairings) and other.section == one.section for other in gone)
    ]
