"""Why an action does not happen: one class for each reason, with its sentence and its article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from crivello.model.errors import N_, CrivelloError, Problem, Template
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import ListOf
from crivello.model.settings import Settings
from crivello.rules.handling import Article
from crivello.systems.registry import find


class Refusal(CrivelloError):
    """The action did not happen, wholly; the sentence says why and what to do."""

    template: Template = ""
    rule: ClassVar[Article | None] = None
    """The shared rule behind it; None for what only keeps the file in order."""

    def __init__(self, problems: Sequence[Problem] = (), **values: object) -> None:
        self.problems = tuple(problems)
        self.article = ""
        """Where the rule stands, once it is known for which tournament (`cite`)."""
        super().__init__(self.template, **values)

    def cite(self, settings: Settings) -> None:
        """Name the article as the edition of this tournament numbers it."""
        self.article = "" if self.rule is None else self.rule.of(settings)


@contextmanager
def citing(settings: Settings | None) -> Iterator[None]:
    """A refusal from inside names its article as the edition of this tournament numbers it."""
    try:
        yield
    except Refusal as refusal:
        if settings is not None:
            refusal.cite(settings)
        raise


# Names


class NoSuchSection(Refusal):
    template = N_("There is no section {section!r} in this file; there are: {sections}.")


class SectionExists(Refusal):
    template = N_("There is a section {section!r} already. Choose another name.")


class NoSuchPlayer(Refusal):
    template = N_("Section {section!r} has no player with the id {player}.")


class PlayerExists(Refusal):
    template = N_("The id {player} belongs to another player already.")


class FideIdTwice(Refusal):
    template = N_("The FIDE id {fide_id} belongs to player {player} already.")


class NobodyNamed(Refusal):
    template = N_("Nobody is named. Say for whom this is meant.")


class NobodyWaits(Refusal):
    template = N_("Everybody has confirmed, or is left out already.")


class ReasonMissing(Refusal):
    template = N_("This needs a reason; it will stand in the log and on the report.")


class NoText(Refusal):
    template = N_("This is not a text: it contains NUL or bytes that are not UTF-8 ({text}).")


class TextTooLong(Refusal):
    template = N_("{what}: {length} characters are too many; there is room for {most} ({text}).")


# Settings


class NoRounds(Refusal):
    template = N_("Announce how many rounds there are, at least {least}.")
    rule = Article.ROUNDS_ANNOUNCED


class TooManyRounds(Refusal):
    template = N_("{rounds} rounds are too many; there can be at most {most}.")


class SettingFixed(Refusal):
    template = N_("Round 1 is published: {what} can no longer change.")
    rule = Article.ROUNDS_ANNOUNCED


class ByeValues(Refusal):
    template = N_("A bye for missed rounds can be worth nothing or half a point, not more.")
    rule = Article.LATE_ENTRY


class GroupTooSmall(Refusal):
    template = N_("A group to keep apart needs at least two different players.")


class NobodyAlike(Refusal):
    template = N_("No two players have the same {tag}; nobody would be kept apart.")


class MeetsTwice(Refusal):
    template = N_("Player {player} is named twice among the pairs announced for round 1.")


class MeetsForbidden(Refusal):
    template = N_("{white} and {black} are not to meet; release them before you announce the pair.")


class TableTaken(Refusal):
    template = N_("Table {table} is given to two players, or is not a positive number.")


# Players


class AlreadyListed(Refusal):
    template = N_("Player {player} has a pairing number already.")


class StaysListed(Refusal):
    template = N_(
        "Player {player} has a pairing number. He can withdraw, but not be removed or moved."
    )
    rule = Article.LIST_CLOSED


class NotListed(Refusal):
    template = N_("Player {player} has not been admitted to section {section!r} yet.")


class NotStarted(Refusal):
    template = N_("Round 1 is not published yet: register or remove players instead.")


class ListChanged(Refusal):
    template = N_("The list of players is not the one that these pairing numbers were made for.")


class NumbersFrozen(Refusal):
    template = N_("Round 4 has been paired: pairing numbers no longer change for this.")
    rule = Article.NUMBERS


class HasLeft(Refusal):
    template = N_("Player {player} has left the tournament already.")
    rule = Article.WITHDRAWN


class HasNotLeft(Refusal):
    template = N_("Player {player} has not left the tournament.")


class WasExpelled(Refusal):
    template = N_("Player {player} was expelled and cannot return; undo the expulsion first.")


class NoBye(Refusal):
    template = N_("A bye of this kind is given by the pairing, nobody can ask for it.")
    rule = Article.BYE


class ByeTooLate(Refusal):
    template = N_("Round {round} is published: byes are asked for before a round is paired.")


class NoSuchRound(Refusal):
    template = N_("There is no round {round}: {rounds} rounds are announced.")


class TooManyByes(Refusal):
    template = N_("Player {player} would have {count} half-point byes; allowed: {limit}.")


class ByeAfterLimit(Refusal):
    template = N_("Half-point byes are given until round {limit} only, not in round {round}.")


class FullPointByesOff(Refusal):
    template = N_("Full-point byes are off, as FIDE deprecates them; the settings can allow them.")


class NoSuchBye(Refusal):
    template = N_("Player {player} has no bye in round {round} that could be cancelled.")


# Pairing


class TooFewPlayers(Refusal):
    template = N_("There are fewer than two players to pair in round {round}.")


class ColourNotDrawn(Refusal):
    template = N_("Draw the initial colour before round 1 is paired.")

    def cite(self, settings: Settings) -> None:
        key = settings.system or ""
        self.article = find(key).articles.initial_colour if key in SYSTEMS else ""


class AllRoundsPaired(Refusal):
    template = N_("All {rounds} rounds are published; there is no round to pair.")
    rule = Article.ROUNDS_ANNOUNCED


class WrongRound(Refusal):
    template = N_("Round {round} is not in turn: the next one to be paired is round {next}.")


class ResultsMissing(Refusal):
    template = N_(
        "Round {round}: one result is missing. Enter it, or mark the game as adjourned.",
        "Round {round}: {count} results are missing. Enter them, or mark games as adjourned.",
    )
    rule = Article.ADJOURNED


class NoShowsOpen(Refusal):
    template = N_("Say first of each who did not appear whether he plays on: {players}.")
    rule = Article.NO_SHOW


class PairingIncomplete(Refusal):
    template = N_("The pairing leaves out, repeats or wrongly names these players: {players}.")


class HasBye(Refusal):
    template = N_(
        "Player {player} has a {bye} in round {round}: cancel it before he gets a game or the "
        "pairing-allocated bye."
    )


class NoDraft(Refusal):
    template = N_("There is no pairing of round {round} that waits for publication.")


class DraftStale(Refusal):
    template = N_(
        "Players, byes, results or settings have changed since round {round} was paired. "
        "Pair it again."
    )


class TablesUnfit(Refusal):
    template = N_("The table numbers do not fit the boards of round {round}.")


class NotPublished(Refusal):
    template = N_("Round {round} is not published.")


class RoundOver(Refusal):
    template = N_("Round {round} is over; its pairing can no longer change.")
    rule = Article.PUBLISHED_PAIRINGS


class GameHasResult(Refusal):
    template = N_("{white} – {black} has a result; take it back before the pairing is changed.")
    rule = Article.PUBLISHED_PAIRINGS


class CaseUnfit(Refusal):
    template = N_(
        "Published pairings are not changed in this case. What remains is the chief arbiter's "
        "own decision with its reason."
    )
    rule = Article.PUBLISHED_PAIRINGS


class NothingChanged(Refusal):
    template = N_("Nothing would change.")


# Results


class NoSuchBoard(Refusal):
    template = N_("Round {round} has no board {board}; the last one is {last}.")


class NoSuchGame(Refusal):
    template = N_("Round {round} has no game {white} – {black} on board {board}.")


class ResultStands(Refusal):
    template = N_(
        "The results of round {round} are published: change {white} – {black} by a correction."
    )
    rule = Article.CORRECTIONS


class NotPlaying(Refusal):
    template = N_("Player {player} has no game in round {round}.")


class NotAsked(Refusal):
    template = N_("Of player {player} it is not asked whether he plays on.")


class AlreadyPublished(Refusal):
    template = N_("The results of round {round} are published already.")
    rule = Article.RESULTS_PUBLISHED


class AlreadyEnded(Refusal):
    template = N_("Round {round} has ended already.")


class NotYetCorrection(Refusal):
    template = N_("The results of round {round} are not published yet: enter the result anew.")
    rule = Article.CORRECTIONS


class EffectUnfit(Refusal):
    template = N_("The rounds stand differently now: this correction would have another effect.")
    rule = Article.CORRECTIONS


class PointsOfAnotherRound(Refusal):
    template = N_("These points were given in round {round}, but now it is round {now}.")


# Undo


class NothingToUndo(Refusal):
    template = N_("There is nothing to undo.")


class NothingToRedo(Refusal):
    template = N_("There is nothing to redo.")


class CannotUndo(Refusal):
    template = N_("Event {sequence} cannot be undone: it is not there, or undone already.")


class FirstStays(Refusal):
    template = N_("Event 1 made the file; it cannot be undone.")


class CaseMissing(Refusal):
    template = N_(
        "Round {round} is published. To undo that is to change published pairings: say in which "
        "case, and why."
    )
    rule = Article.PUBLISHED_PAIRINGS


class WouldFall(Refusal):
    """`events` lists the sequence numbers of what would fall with it."""

    template = N_(
        "One later action depends on this and would fall with it: {events}.",
        "{count} later actions depend on this and would fall with it: {events}.",
    )

    def __init__(self, events: Sequence[int]) -> None:
        self.events = tuple(events)
        super().__init__(count=len(events), events=ListOf(self.events))


class DoesNotFit(Refusal):
    template = N_("This cannot be redone: what has happened since does not fit it.")
