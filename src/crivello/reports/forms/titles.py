"""The forms for titles: IT3, the report of a tournament, and IT1, the certificate of a norm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal
from crivello.model.matches import people_after
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from crivello.reports.document import Block, Document, PrintedForm, only_note
from crivello.reports.forms.boxes import (
    TO_SIGN,
    Box,
    arbiters_of,
    boxes,
    chief_boxes,
    count_federations,
    event_boxes,
    federation_signs,
    federation_text,
)
from crivello.reports.subject import Choice, Subject
from crivello.rules.rating_tables import mean_rating, percentage
from crivello.standard.classes import frozen
from crivello.standings.norms import (
    NO_FEDERATION,
    NormCheck,
    NormField,
    certifiable,
    federation,
    field_of,
    game_remarks,
    game_table,
    norm_checks,
    norm_notes,
    requirement_table,
    state_cell,
)
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table, TableColumns, points_cell, title_of
from crivello.words import N_, Translator

NO_RESULTS = N_("No round has all its results yet.")
UNFINISHED = N_("After round {round} of {rounds}: the event is not over.")
NO_NORM = N_("No player has a norm after round {round}, as far as the data show.")


@frozen
class NormEvent:
    """A tournament up to a round, with its norms."""

    subject: Subject
    tournament: Tournament
    """For an event of matches, that of its people."""
    after: int
    norms: tuple[NormCheck, ...]
    """The norms, and the results that would be norms if the unchecked requirements are met."""
    field: NormField
    early: int | None
    """The round, if it is not the last one of the event."""

    @classmethod
    def of(cls, subject: Subject, choice: Choice) -> NormEvent:
        tournament = subject.tournament
        after = last_complete_round(tournament) if choice.round is None else choice.round
        if after == 0:
            raise Illegal(NO_RESULTS)
        early = after if after < (tournament.settings.rounds or 0) else None
        people, after = people_after(tournament, after)
        people = by_number(people)
        checks = norm_checks(people, after, subject.pace)
        field = field_of(people, after, subject.pace)
        return cls(subject, people, after, tuple(certifiable(checks)), field, early)

    def title(self, what: str, words: Translator) -> tuple[str, ...]:
        """Return the lines of the title; before the end of the event, the last names the round."""
        settings = self.subject.tournament.settings
        if self.early is None:
            return (settings.name, what)
        line = words.say(UNFINISHED, round=self.early, rounds=settings.rounds)
        return (settings.name, what, line)


# IT3


def tournament_report(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return the form IT3: the event, its players and its norms, signed by the chief arbiter."""
    event = NormEvent.of(subject, choice)
    say, settings = words.say, subject.tournament.settings
    tables = (
        boxes(say("The event"), event_boxes(subject, words)),
        boxes(say("Arbiters"), _officials(subject, words)),
        boxes(say("Players"), _players(event, words)),
        _federations(event.tournament.players, words),
        _norms(event, words),
    )
    signed = (say("Chief arbiter: signature and date"), say("Organiser: signature and date"))
    form = PrintedForm("IT3", settings.name, tables, signed, (say(TO_SIGN),))
    return Document("it3", event.title(say("IT3: tournament report"), words), (form,))


def _officials(subject: Subject, words: Translator) -> Iterator[Box]:
    settings = subject.tournament.settings
    yield from chief_boxes(settings, words)
    deputies = [one for one in arbiters_of(settings) if not one.chief]
    named = (f"{one.name} ({one.fide_id})" if one.fide_id else one.name for one in deputies)
    yield "deputy_arbiters", words.say("Deputy arbiters"), "; ".join(named)
    yield "organiser", words.say("Organiser, with address"), None


def _players(event: NormEvent, words: Translator) -> Iterator[Box]:
    say, players = words.say, event.tournament.players
    host = event.tournament.settings.federation.strip().upper()
    ratings = [player.rating for player in players if player.rating]
    codes = [federation(player) for player in players]
    host_known = host != "" and "" not in codes
    yield "players", say("Players"), len(players)
    yield "rated", say("Players with a rating"), len(ratings)
    yield "unrated", say("Players without a rating"), len(players) - len(ratings)
    yield "average", say("Average rating"), mean_rating(ratings) if ratings else None
    yield "federations", say("Federations"), count_federations(players)
    home = codes.count(host) if host_known else None
    yield "host", say("Players of the host federation"), home
    foreign = sum(code not in (host, NO_FEDERATION) for code in codes) if host_known else None
    yield "foreign", say("Players of other federations"), foreign
    titles = Counter(player.title for player in players)
    counts = [f"{titles[one]} {one.value}" for one in Title if titles[one]]
    yield "titled", say("Players with a title"), len(players) - titles[None]
    yield "titles", say("Titles"), ", ".join(counts) or say("none")
    women = sum(player.sex is Sex.FEMALE for player in players)
    sexes_known = all(player.sex is not None for player in players)
    yield "women", say("Women"), women if sexes_known else None
    if not event.field.round_robin:
        foreign_rated = (
            N_("Foreign rated players who missed at most one round (1.4.3d)"),
            N_("Federations of these players (1.4.3d)"),
            N_("GM, IM, WGM or WIM among these players (1.4.3d)"),
        )
        keys = ("foreign_rated", "foreign_federations", "foreign_titled")
        field = event.field
        found = (field.foreign_players, field.foreign_federations, field.foreign_titled)
        for key, label, count in zip(keys, foreign_rated, found, strict=True):
            yield key, say(label), count if host_known else None
    yield "rounds_a_day", say("Most rounds on one day"), event.field.rounds_a_day
    played, forfeited = _count_games(event)
    yield "games", say("Games played"), played
    yield "forfeited", say("Games decided by forfeit"), forfeited


def _count_games(event: NormEvent) -> tuple[int, int]:
    results = [
        game.result
        for number in range(1, event.after + 1)
        for game in event.tournament.round(number).games
    ]
    known = [one for one in results if one is not None and one is not Result.ADJOURNED]
    played = sum(one.played for one in known)
    return played, len(known) - played


def _federations(players: Sequence[Player], words: Translator) -> Table:
    say, counts = words.say, Counter(federation(player) for player in players)
    codes = sorted(counts, key=lambda code: (-counts[code], code))
    these = [[player for player in players if federation(player) == code] for code in codes]
    columns = TableColumns(words)
    named = (federation_text(code, words) or say("unknown") for code in codes)
    columns.text("code", "", codes, data_only=True)
    columns.text("federation", say("Federation"), named, leading=True)
    columns.number("players", say("Players"), map(len, these))
    columns.number("rated", say("Rated"), (sum(bool(p.rating) for p in one) for one in these))
    columns.number(
        "titled", say("Titled"), (sum(p.title is not None for p in one) for one in these)
    )
    return columns.table("federations", (say("Players by federation"),))


def _norms(event: NormEvent, words: Translator) -> Table:
    say, norms = words.say, event.norms
    columns = TableColumns(words)
    players = [check.player for check in norms]
    columns.text("norm", say("Norm"), (check.norm.title.value for check in norms), leading=True)
    columns.players(players, words)
    columns.number("fide_id", say("FIDE id"), (one.fide_id for one in players))
    columns.text("federation", say("Fed."), (one.federation for one in players))
    columns.score("score", say("Pts"), (check.half_points for check in norms), 2)
    columns.number("games", say("Games"), (len(check.games) for check in norms))
    columns.number("average", say("Average"), (check.average for check in norms))
    columns.number("performance", say("Perf."), (check.performance for check in norms))
    columns.cells("state", say("State"), (state_cell(check.state, words) for check in norms))
    none = () if norms else (say(NO_NORM, round=event.after),)
    return columns.table("norms", (say("Norms"),), none)


# IT1


def certificates(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return the form IT1 for each norm, or for those of one player."""
    event = NormEvent.of(subject, choice)
    say = words.say
    chosen = [check for check in event.norms if choice.player in (None, check.player.number)]
    forms: list[Block] = [
        _certificate(event, check, place > 0, words) for place, check in enumerate(chosen)
    ]
    if not forms:
        none = say(NO_NORM, round=event.after)
        forms = [only_note("norms", none, *norm_notes(event.tournament, event.field, words))]
    title = event.title(say("IT1: certificate of a title norm"), words)
    return Document("it1", title, tuple(forms), small=True)


def _certificate(
    event: NormEvent, check: NormCheck, new_page: bool, words: Translator
) -> PrintedForm:
    say, settings = words.say, event.tournament.settings
    about = say("{norm} norm of {player}", norm=check.norm.title.value, player=check.player.name)
    tables = (
        boxes(say("Player"), _player(check, words)),
        boxes(say("The event"), _event_and_chief(event, words)),
        replace(game_table(check, words), notes=tuple(game_remarks(check, words))),
        boxes(say("Result"), _result(check, words)),
        requirement_table(
            (say("Requirements"),), [(check, each) for each in check.requirements], (), words
        ),
    )
    signed = (
        _chief_signs(event, words),
        federation_signs(settings, words),
    )
    notes = (*norm_notes(event.tournament, event.field, words), say(TO_SIGN))
    return PrintedForm("IT1", about, tables, signed, notes, new_page)


def _chief_signs(event: NormEvent, words: Translator) -> str:
    for one in arbiters_of(event.tournament.settings):
        if one.chief:
            return words.say("Chief arbiter {name}: signature and date", name=one.name)
    return words.say("Chief arbiter: signature and date")


def _player(check: NormCheck, words: Translator) -> Iterator[Box]:
    say, player = words.say, check.player
    yield "norm", say("Norm"), check.norm.title.value
    yield "name", say("Name"), player.name
    yield "fide_id", say("FIDE id"), player.fide_id
    yield "player_federation", say("Federation"), federation_text(player.federation, words)
    yield "birth", say("Date of birth"), player.birth
    yield "birth_place", say("Place of birth"), None
    yield "title", say("Title"), title_of(player) or say("none")
    yield "rating", say("Rating"), player.rating


def _event_and_chief(event: NormEvent, words: Translator) -> Iterator[Box]:
    yield from event_boxes(event.subject, words)
    yield from chief_boxes(event.tournament.settings, words)


def _result(check: NormCheck, words: Translator) -> Iterator[Box]:
    say, language = words.say, words.language
    opponents = [game.opponent for game in check.games]
    yield "games", say("Games that count"), len(opponents)
    yield "score", say("Points achieved"), points_cell(check.half_points, 2, language).text
    yield "needed", say("Points needed"), points_cell(check.needed, 2, language).text
    yield "average", say("Average of opponents"), check.average
    yield "percent", say("Percent of the points"), percentage(check.half_points, len(opponents))
    yield "performance", say("Performance"), check.performance
    titles = Counter(opponent.title for opponent in opponents)
    counts = ", ".join(f"{titles[one]} {one.value}" for one in Title if titles[one])
    yield "titles", say("Titles of the opponents"), counts or say("none")
    unrated = sum(not opponent.rating for opponent in opponents)
    yield "unrated", say("Unrated opponents"), unrated
