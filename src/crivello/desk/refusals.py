"""The reasons why an action is refused: one class for each, with its sentence and article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import ClassVar, Self

from crivello.model.errors import CrivelloError, Problem, Remedy, RemedyKind
from crivello.model.grammar import NO_BOARD, ranges
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import N_, ListOf, Template
from crivello.model.settings import Settings
from crivello.rules.handling import Article
from crivello.systems.registry import find


class Refusal(CrivelloError, code="refusal"):
    """Raised if an action is not allowed; nothing has changed. The sentence says why, and what to
    do.
    """

    template: Template = ""
    rule: ClassVar[Article | None] = None
    """The shared rule behind it; None for what only keeps the file in order."""

    def __init__(self, problems: Sequence[Problem] = (), **values: object) -> None:
        self.problems = tuple(problems)
        self.article = ""
        """Where the rule stands, once it is known for which tournament (`cite`)."""
        super().__init__(self.template, **values)

    def cite(self, settings: Settings) -> None:
        """Set the article, as the rules of this tournament's edition number it."""
        self.article = "" if self.rule is None else self.rule.of(settings)


@contextmanager
def citing(settings: Settings | None) -> Iterator[None]:
    """Give refusals raised in the block their article, as the edition of this tournament numbers
    it.
    """
    try:
        yield
    except Refusal as refusal:
        if settings is not None:
            refusal.cite(settings)
        raise


# Devices on the network


class NotAllowed(Refusal, code="not-allowed"):
    template = N_("{device} may not do that. Nothing was changed; ask the chief arbiter.")


# Names


class NoSuchSection(Refusal, code="no-such-section"):
    template = N_("There is no section {section!r} in this file; there are: {sections}.")


class SectionExists(Refusal, code="section-exists"):
    field = "key"
    template = N_("There is a section {section!r} already. Choose another name.")


class NoSuchPlayer(Refusal, code="no-such-player"):
    template = N_("Section {section!r} has no player with the id {player}.")


class PlayerExists(Refusal, code="player-exists"):
    template = N_("The id {player} belongs to another player already.")


class FideIdTwice(Refusal, code="fide-id-twice"):
    field = "fide_id"
    template = N_("{player} already has the FIDE id {fide_id}.")


class NobodyNamed(Refusal, code="nobody-named"):
    field = "player"
    template = N_("Name at least one player.")


class NobodyWaits(Refusal, code="nobody-waits"):
    template = N_("Everyone has confirmed or is already left out.")


class ReasonMissing(Refusal, code="reason-missing"):
    field = "reason"
    template = N_("Give a reason; it will appear in the log and in the report.")
    remedy = Remedy(RemedyKind.GIVE_REASON)


class NoText(Refusal, code="no-text"):
    template = N_("This is not a text: it contains NUL or bytes that are not UTF-8 ({text}).")


class TextTooLong(Refusal, code="text-too-long"):
    template = N_("{what} is too long: {length} characters, at most {most} are allowed ({text}).")


# Settings


class NoRounds(Refusal, code="no-rounds"):
    field = "rounds"
    template = N_("Announce the number of rounds, at least {least}.")
    rule = Article.ROUNDS_ANNOUNCED
    remedy = Remedy(RemedyKind.ANNOUNCE_ROUNDS)


class TooManyRounds(Refusal, code="too-many-rounds"):
    field = "rounds"
    template = N_("{rounds} rounds are too many; the limit is {most}.")


class SettingFixed(Refusal, code="setting-fixed"):
    template = N_("Round 1 is published, so {what} cannot change.")
    rule = Article.ROUNDS_ANNOUNCED


class ByeValues(Refusal, code="bye-values"):
    template = N_("A bye for missed rounds can be worth nothing or half a point, not more.")
    rule = Article.LATE_ENTRY


class GroupTooSmall(Refusal, code="group-too-small"):
    field = "players"
    template = N_("A group to keep apart needs at least two different players.")


class NobodyAlike(Refusal, code="nobody-alike"):
    field = "tag"
    template = N_("No two players have the same {tag}, so this would keep no players apart.")


class MeetsTwice(Refusal, code="meets-twice"):
    field = "players"
    template = N_("{player} is named twice among the pairs announced for round 1.")


class MeetsForbidden(Refusal, code="meets-forbidden"):
    field = "players"
    template = N_("{white} and {black} are not to meet; release them before you announce the pair.")


class TableTaken(Refusal, code="table-taken"):
    field = "table"
    template = N_("Table {table} is assigned twice, or is not a positive number.")


# Teams and matches


class TeamsHere(Refusal, code="teams-here"):
    template = N_("Teams play in section {section!r}: register a team with its players.")


class NoTeamsHere(Refusal, code="no-teams-here"):
    template = N_("Section {section!r} is for players, not teams: register players.")


class TeamEmpty(Refusal, code="team-empty"):
    field = "members"
    template = N_("The team {team!r} needs at least one player.")


class NamedTwice(Refusal, code="named-twice"):
    field = "members"
    template = N_("{player} is named twice.")


class MemberHasPlayed(Refusal, code="member-has-played"):
    field = "members"
    template = N_("{player} has a place in a line-up of {team}, and stays in the team.")


class KindFixed(Refusal, code="kind-fixed"):
    field = "system"
    template = N_(
        "Teams and players are registered differently. Remove the registrations before you change "
        "to this pairing system."
    )


class LineupUnfit(Refusal, code="lineup-unfit"):
    field = "lineup"
    template = N_(
        "The line-up of {team} is not valid: it needs {boards} places, at least one player, "
        "and only players of the team, each of them once."
    )


class LineupOutOfOrder(Refusal, code="lineup-out-of-order"):
    field = "lineup"
    template = N_("The line-up of {team} is not in the board order of the team.")


class LineupPlayed(Refusal, code="lineup-played"):
    template = N_(
        "The match of {team} in round {round} has results, or is over; its line-up stays."
    )


class NoMatches(Refusal, code="no-matches"):
    template = N_("This section has games, not matches: enter the result of the game.")


class BoardsMissing(Refusal, code="boards-missing"):
    template = N_(
        "{white} – {black} is a match: enter the results of its boards, such as {table}.1 1-0."
    )


class NoBoardThere(Refusal, code="no-board-there"):
    template = N_("{white} – {black}: there is no game on board {board}.")


class NameTheBoard(Refusal, code="name-the-board"):
    template = N_("This is a match: name the board that is corrected.")


# Exceptions


class ExceptionAsked(Refusal, code="exception-asked"):
    """Raised to ask before an exception is made; `problems` are the exceptions with their
    consequences.
    """

    template = N_("This is an exception, and is recorded as one. Proceed, or cancel.")
    remedy = Remedy(RemedyKind.PROCEED)
    needs_reason: bool = False
    """It cannot be done without one."""


# FIDE mode; outside it what it forbids is a warning


class LeaveFideModeFirst(Refusal, code="leave-fide-mode-first"):
    field = "fide_mode"
    template = N_("Leaving FIDE mode is a separate action, with a reason.")
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class FideModeOver(Refusal, code="fide-mode-over"):
    template = N_("FIDE mode was left in this tournament and cannot be entered again.")


class AnnouncedBeforeStart(Refusal, code="announced-before-start"):
    template = N_(
        "Round 1 is published, so its announcements cannot be undone. Change them in the "
        "settings; the change is recorded."
    )


class LotsStay(Refusal, code="lots-stay"):
    template = N_("A draw of lots cannot be undone. Draw again with a reason; that is recorded.")


class OnlineKeyStays(Refusal, code="online-key-stays"):
    template = N_(
        "The tournament's key at chess-results.com cannot be undone: without it, the next upload "
        "would create the tournament there a second time."
    )


class OnlineKeyKnown(Refusal, code="online-key-known"):
    template = N_("This tournament already has the key {key} at chess-results.com.")


class OnlineKeyNotAsked(Refusal, code="online-key-not-asked"):
    template = N_("chess-results.com was not asked for a key, so there is no answer to record.")


class OnlineKeyUnsure(Refusal, code="online-key-unsure"):
    """Raised if the site was asked for a key, and its answer is not known."""

    template = N_(
        "chess-results.com was asked for a key on {time}, and the answer was lost. If the "
        "tournament is on the site, enter its key: the number after tnr in the address of its "
        "page. If it is not there, ask again."
    )


def key_unsure(time: str) -> OnlineKeyUnsure:
    """Return the refusal after the site was asked at this time, which it shows as local time."""
    local = datetime.fromisoformat(time).astimezone()
    return OnlineKeyUnsure(time=f"{local:%Y-%m-%d %H:%M}")


class OnlineKeyInvalid(Refusal, code="online-key-invalid"):
    field = "key"
    template = N_(
        "A key of chess-results.com is the number after tnr in the address of the tournament's "
        "page, such as 222557."
    )


class FideModeTooLate(Refusal, code="fide-mode-too-late"):
    template = N_("Round 1 is published: FIDE mode can no longer be declared.")


class SystemOfPlugIn(Refusal, code="system-of-plug-in"):
    field = "system"
    template = N_("The pairing system {system} is not FIDE's; it comes from {package}.")
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class TieBreakOfPlugIn(Refusal, code="tie-break-of-plug-in"):
    field = "tie-breaks"
    template = N_("The tie-break {tie_break} is not FIDE's; it comes from {package}.")
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class DrawsWorthTooMuch(Refusal, code="draws-worth-too-much"):
    field = "scoring"
    template = N_("Two draws are worth more than a win and a loss: FIDE does not allow that.")
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class DrawnMatchesWorthTooMuch(Refusal, code="drawn-matches-worth-too-much"):
    field = "match-points"
    template = N_(
        "Two drawn matches are worth more than one won and one lost: FIDE does not allow that."
    )
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class ByeWorthTooMuch(Refusal, code="bye-worth-too-much"):
    field = "bye"
    template = N_("A bye is worth more than a win: FIDE does not allow that.")
    rule = Article.BYE
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class ByeWorthNoResult(Refusal, code="bye-worth-no-result"):
    field = "bye"
    template = N_("With 1-½-0 a bye is worth a win, a draw or a loss: FIDE allows no other value.")
    rule = Article.BYE
    remedy = Remedy(RemedyKind.LEAVE_FIDE_MODE)


class EditionSuperseded(Refusal, code="edition-superseded"):
    field = "system"
    template = N_(
        "{system} is superseded: a new tournament is paired by {current}. Studies, imported files "
        "and the demonstration may use it."
    )
    rule = Article.PUBLISHED_SYSTEM

    def __init__(self, problems: Sequence[Problem] = (), **values: object) -> None:
        super().__init__(problems, **values)
        self.remedy = Remedy(RemedyKind.CHOOSE_EDITION, "system", str(values["current"]))


class ApartAfterStart(Refusal, code="apart-after-start"):
    template = N_(
        "Round 1 is published: who is kept apart changes only by the decision of the chief "
        "arbiter, with a reason."
    )
    rule = Article.NO_FAVOUR
    remedy = Remedy(RemedyKind.GIVE_DECISION_AND_REASON)


# Players


class AlreadyListed(Refusal, code="already-listed"):
    template = N_("{player} already has a pairing number.")
    remedy = Remedy(RemedyKind.SHOW_PLAYERS)


class StaysListed(Refusal, code="stays-listed"):
    template = N_(
        "{player} already has a pairing number and can be withdrawn, but not removed or moved."
    )
    rule = Article.LIST_CLOSED
    remedy = Remedy(RemedyKind.WITHDRAW_PLAYER)


class NotListed(Refusal, code="not-listed"):
    template = N_("{player} has not been admitted to section {section!r} yet.")
    remedy = Remedy(RemedyKind.ADMIT_LATE_ENTRY)


class NotStarted(Refusal, code="not-started"):
    template = N_("Round 1 is not published yet: register or remove players instead.")


class ListChanged(Refusal, code="list-changed"):
    template = N_("The list of players has changed since these pairing numbers were assigned.")


class NumbersFrozen(Refusal, code="numbers-frozen"):
    template = N_("Round 4 has been paired: pairing numbers stay as they are.")
    rule = Article.NUMBERS


class HasLeft(Refusal, code="has-left"):
    template = N_("{player} has already left the tournament.")
    rule = Article.WITHDRAWN


class HasNotLeft(Refusal, code="has-not-left"):
    template = N_("{player} has not left the tournament.")


class WasExpelled(Refusal, code="was-expelled"):
    template = N_("{player} was expelled and cannot return; undo the expulsion first.")
    remedy = Remedy(RemedyKind.SHOW_LOG)


class NoBye(Refusal, code="no-bye"):
    field = "kind"
    template = N_("A bye of this kind comes from the pairing; it cannot be requested.")
    rule = Article.BYE


class ByeTooLate(Refusal, code="bye-too-late"):
    field = "round"
    template = N_("Round {round} is published: a bye must be requested before the round is paired.")


class NoSuchRound(Refusal, code="no-such-round"):
    field = "round"
    template = N_("There is no round {round}: {rounds} rounds are announced.")


class TooManyByes(Refusal, code="too-many-byes"):
    field = "kind"
    template = N_("{player} would have {count} half-point byes; allowed: {limit}.")
    remedy = Remedy(RemedyKind.CHANGE_SETTING, "half-point-byes", "2")


class NotEntitled(Refusal, code="not-entitled"):
    field = "kind"
    template = N_("{player} is not entitled to half-point byes.")


class ByeAfterLimit(Refusal, code="bye-after-limit"):
    field = "kind"
    template = N_("Half-point byes are given until round {limit} only, not in round {round}.")


class FullPointByesOff(Refusal, code="full-point-byes-off"):
    field = "kind"
    template = N_("Full-point byes are off, as FIDE deprecates them; the settings can allow them.")
    remedy = Remedy(RemedyKind.CHANGE_SETTING, "full-point-byes", "yes")


class NoSuchBye(Refusal, code="no-such-bye"):
    template = N_("{player} has no bye to cancel in round {round}.")
    remedy = Remedy(RemedyKind.SHOW_PLAYERS)


# Pairing


class TooFewPlayers(Refusal, code="too-few-players"):
    template = N_("There are fewer than two players to pair in round {round}.")
    remedy = Remedy(RemedyKind.ADD_PLAYER)


class ColourNotDrawn(Refusal, code="colour-not-drawn"):
    template = N_("Draw the initial colour before round 1 is paired.")
    remedy = Remedy(RemedyKind.DRAW_COLOUR)

    def cite(self, settings: Settings) -> None:
        key = settings.system or ""
        self.article = find(key).articles.initial_colour if key in SYSTEMS else ""


class AllRoundsPaired(Refusal, code="all-rounds-paired"):
    template = N_("All {rounds} rounds are published; none is left to pair.")
    rule = Article.ROUNDS_ANNOUNCED
    remedy = Remedy(RemedyKind.SHOW_STANDINGS)


class NoRoundRobin(Refusal, code="no-round-robin"):
    template = N_("Only a round robin has all its rounds published at once.")


class RoundsOfTheTable(Refusal, code="rounds-of-the-table"):
    template = N_("With {players} players the table has {rounds} rounds: announce that many.")

    def __init__(self, problems: Sequence[Problem] = (), **values: object) -> None:
        super().__init__(problems, **values)
        self.remedy = Remedy(RemedyKind.CHANGE_SETTING, "rounds", str(values["rounds"]))


class NoSuchDraw(Refusal, code="no-such-draw"):
    template = N_("There is no draw {method!r}. Known: {known}.")


class ScheduleStands(Refusal, code="schedule-stands"):
    template = N_("The table of the round robin is published: no player can be added.")


class ForfeitsStand(Refusal, code="forfeits-stand"):
    remedy = Remedy(RemedyKind.SHOW_LOG)
    template = N_(
        "{player} has forfeited the remaining games of this round robin. To play them after "
        "all, undo the withdrawal in the log."
    )


class WrongRound(Refusal, code="wrong-round"):
    template = N_("Round {round} cannot be paired now: the next one is round {next}.")


class ResultsMissing(Refusal, code="results-missing"):
    template = N_(
        "Round {round}: one result is missing. Enter it, or mark the game as adjourned.",
        "Round {round}: {count} results are missing. Enter them, or mark games as adjourned.",
    )
    rule = Article.ADJOURNED
    remedy = Remedy(RemedyKind.ENTER_RESULT)


class NoShowsOpen(Refusal, code="no-shows-open"):
    template = N_("First say, for each no-show, whether they continue: {players}.")
    rule = Article.NO_SHOW
    remedy = Remedy(RemedyKind.ANSWER_NO_SHOWS)


class PairingIncomplete(Refusal, code="pairing-incomplete"):
    field = "boards"
    template = N_(
        "These players are missing from the pairing, appear in it twice or do not belong in it: "
        "{players}."
    )
    remedy = Remedy(RemedyKind.PAIR_THE_REST)


class HasBye(Refusal, code="has-bye"):
    field = "boards"
    template = N_(
        "{player} has a {bye} in round {round}: cancel it before giving them a game or the "
        "pairing-allocated bye."
    )
    remedy = Remedy(RemedyKind.CANCEL_BYE)


class NoDraft(Refusal, code="no-draft"):
    template = N_("No pairing of round {round} is waiting to be published.")
    remedy = Remedy(RemedyKind.PAIR)


class DraftStale(Refusal, code="draft-stale"):
    template = N_(
        "Players, byes, results or settings have changed since round {round} was paired. "
        "Pair it again."
    )
    remedy = Remedy(RemedyKind.PAIR)


class TablesUnfit(Refusal, code="tables-unfit"):
    template = N_("The table numbers do not match the boards of round {round}.")


class NotPublished(Refusal, code="not-published"):
    template = N_("Round {round} is not published.")


class RoundOver(Refusal, code="round-over"):
    template = N_("Round {round} is over; its pairing cannot change.")
    rule = Article.PUBLISHED_PAIRINGS


class GameHasResult(Refusal, code="game-has-result"):
    template = N_("{white} – {black} has a result; delete it before you change the pairing.")
    rule = Article.PUBLISHED_PAIRINGS
    remedy = Remedy(RemedyKind.TAKE_RESULT_BACK)


class CaseUnfit(Refusal, code="case-unfit"):
    field = "case"
    template = N_(
        "The rules do not provide for this change of a published pairing. Only the chief "
        "arbiter can still decide it, with a reason."
    )
    rule = Article.PUBLISHED_PAIRINGS
    remedy = Remedy(RemedyKind.GIVE_CASE_AND_REASON)


class NothingChanged(Refusal, code="nothing-changed"):
    template = N_("Nothing would change.")


# Results


class NoSuchBoard(Refusal, code="no-such-board"):
    template = NO_BOARD

    @classmethod
    def among(cls, round: int, board: int, games: Sequence[object]) -> Self:
        return cls(round=round, board=board, boards=ranges(range(1, len(games) + 1)))


class NoSuchGame(Refusal, code="no-such-game"):
    template = N_("Round {round} has no game {white} – {black} on board {board}.")


class ResultStands(Refusal, code="result-stands"):
    template = N_(
        "The results of round {round} are published: change {white} – {black} by a correction."
    )
    rule = Article.CORRECTIONS
    remedy = Remedy(RemedyKind.CORRECT_RESULT)


class NotPlaying(Refusal, code="not-playing"):
    template = N_("{player} has no game in round {round}.")


class NotAsked(Refusal, code="not-asked"):
    template = N_("{player} was not asked whether they continue.")


class AlreadyPublished(Refusal, code="already-published"):
    template = N_("The results of round {round} are published already.")
    rule = Article.RESULTS_PUBLISHED


class AlreadyEnded(Refusal, code="already-ended"):
    template = N_("Round {round} has ended already.")


class NotYetCorrection(Refusal, code="not-yet-correction"):
    template = N_(
        "The results of round {round} are not published yet: just enter the result again."
    )
    rule = Article.CORRECTIONS
    remedy = Remedy(RemedyKind.ENTER_RESULT)


class EffectUnfit(Refusal, code="effect-unfit"):
    template = N_(
        "The tournament has moved on: this correction would now have another effect. Check it "
        "and send it again."
    )
    rule = Article.CORRECTIONS


class PointsOfAnotherRound(Refusal, code="points-of-another-round"):
    template = N_("These points were given in round {round}, but now it is round {now}.")


# Undo


class NothingToUndo(Refusal, code="nothing-to-undo"):
    template = N_("There is nothing to undo.")


class NothingToRedo(Refusal, code="nothing-to-redo"):
    template = N_("There is nothing to redo.")


class CannotUndo(Refusal, code="cannot-undo"):
    template = N_("Event {sequence} cannot be undone: it does not exist or is already undone.")


class FirstStays(Refusal, code="first-stays"):
    template = N_("Event 1 created the file; it cannot be undone.")


class CaseMissing(Refusal, code="case-missing"):
    field = "case"
    template = N_(
        "Round {round} is published. Undoing that changes published pairings: give the case and "
        "the reason."
    )
    rule = Article.PUBLISHED_PAIRINGS
    remedy = Remedy(RemedyKind.GIVE_CASE_AND_REASON)


class WouldFall(Refusal, code="would-fall"):
    """Raised if later events depend on those to be undone; `events` are their sequence numbers."""

    template = N_(
        "One later action depends on this and would be undone with it: {events}.",
        "{count} later actions depend on this and would be undone with it: {events}.",
    )
    remedy = Remedy(RemedyKind.UNDO_ALONG)

    def __init__(self, events: Sequence[int]) -> None:
        self.events = tuple(events)
        super().__init__(count=len(events), events=ListOf(self.events))


class DoesNotFit(Refusal, code="does-not-fit"):
    template = N_("This cannot be redone: it does not fit what has happened since.")
