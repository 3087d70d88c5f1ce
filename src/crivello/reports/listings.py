"""Printed lists of players: starting list, standings, crosstable, cards; and changes of
pairings.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from crivello.explain.story import preference_text
from crivello.model.errors import Illegal
from crivello.model.field import Float
from crivello.model.keys import is_round_robin
from crivello.model.matches import MatchTournament, after_round
from crivello.model.player import Player
from crivello.model.player_fields import TYPED_FIELDS, TableUse
from crivello.model.sentence import LETTERS
from crivello.reports.subject import EVERYTHING, Choice, Subject
from crivello.reports.working_crosstable import card_facts, working_crosstable
from crivello.rules.field import build_field, opponents_over_the_board
from crivello.rules.handling import Article
from crivello.rules.strength import strengths
from crivello.standings.categories import parse_category
from crivello.standings.crosstable import Crosstable, card_table, crosstable, crosstable_table
from crivello.standings.finality import mark_provisional, open_games
from crivello.standings.prizes.awards import award
from crivello.standings.prizes.wording import player_prize_table, prize_table
from crivello.standings.round_robin import GridOrder, grid_table
from crivello.standings.standings import last_complete_round, standings
from crivello.standings.table import (
    Cell,
    Column,
    Table,
    amount,
    colour_cell,
    number_cell,
    points_cell,
    text_cell,
)
from crivello.standings.teams import team_tables
from crivello.standings.wording import player_text, signed_points, standings_table
from crivello.systems.registry import find
from crivello.words import N_, Template, Translator

OWN_COLUMNS = {
    *("name", "title", "rating", "estimate", "national", "federation", "fide_id", "birth", "sex")
}
"""The fields with a place of their own in the starting list; all others follow them."""


def starting_list(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the players by pairing number.

    The list is put on walls, so dates of birth are in spreadsheets only.
    """
    say = words.say
    players = subject.tournament.players
    national = any(player.national_rating for player in players)
    others = [
        field
        for field in TYPED_FIELDS
        if field.key not in OWN_COLUMNS
        and (field.use is TableUse.ALWAYS or any(map(field.text, players)))
    ]
    columns = (
        Column("number", say("No."), right=True, leading=True),
        Column("title", say("Title"), spare=True),
        Column("name", say("Name"), leading=True, shrinks=True, player="number"),
        Column("rating", say("Rating"), right=True, spare=True),
        *((Column("national", say("Nat."), right=True, spare=True),) if national else ()),
        Column("federation", say("Fed."), spare=True),
        Column("fide_id", say("FIDE id"), right=True, spare=True),
        Column("sex", say("Sex"), data_only=True),
        Column("birth", say("Birth"), data_only=True),
        *(Column(field.key, say(field.label), spare=True, shrinks=True) for field in others),
    )
    rows = tuple(
        (
            number_cell(player.number),
            text_cell(player.title.value if player.title else None),
            text_cell(player.name),
            _strength(player),
            *((number_cell(player.national_rating),) if national else ()),
            text_cell(player.federation),
            number_cell(player.fide_id),
            text_cell(player.sex.value if player.sex else None),
            text_cell(player.birth),
            *(text_cell(field.text(player) or None) for field in others),
        )
        for player in sorted(players, key=lambda player: player.number)
    )
    settings = subject.tournament.settings
    title = (settings.name, say("Starting list"), settings.city)
    notes = []
    if any(player.estimate is not None for player in players):
        notes.append(say("In parentheses: strengths estimated for the order, not ratings."))
    if sources := sorted(rating_lists(players)):
        notes.append(say("Ratings are from the lists {lists}.", lists=", ".join(sources)))
    return Table("players", title, columns, rows, tuple(notes))


def rating_lists(players: Collection[Player]) -> set[str]:
    """Return the rating lists, with their months, from which the players' ratings were taken."""
    of_national = (record.rating_list for player in players for record in player.national)
    return {*(player.rating_list for player in players), *of_national} - {""}


def _strength(player: Player) -> Cell:
    """Return the strength used for the initial order.

    An estimate is shown in brackets; programs get the rating only.
    """
    if player.estimate is None:
        return number_cell(player.rating)
    return Cell(f"({player.estimate})", player.rating)


def standings_of(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """Return the standings after a round; with a category, of its players only."""
    tournament, category = subject.tournament, choice.category
    members = None if category is None else parse_category(category, tournament)
    table = standings(tournament, choice.round, choice.tie_breaks)
    return standings_table(tournament, table, words, members, choice.only_deciding)


def players_by_board(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the players of the teams by board, for board prizes."""
    event = subject.tournament
    if not isinstance(event, MatchTournament) or not event.teams:
        title = (event.settings.name, words.say("Players by board"))
        columns = (Column("name", words.say("Player")),)  # no form has a table without columns
        return Table("players-by-board", title, columns, (), (words.say(NO_TEAMS),))
    after = last_complete_round(event) if choice.round is None else choice.round
    _, boards = team_tables(after_round(event, after), words)
    table = replace(boards, name="players-by-board")
    return mark_provisional(table, open_games(event, after), words)


NO_TEAMS = N_("This tournament has no teams.")


def crosstable_of(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """Return the crosstable after a round; for a round robin, player against player."""
    tournament = subject.tournament
    if is_round_robin(tournament.settings.system):
        by = GridOrder.RANK if choice.by_rank else GridOrder.NUMBER
        return grid_table(tournament, standings(tournament), words, by)
    return crosstable_table(subject.tournament, crosstable_data(subject, choice.round), words)


def crosstable_data(subject: Subject, after: int | None) -> Crosstable:
    return crosstable(subject.tournament, find(subject.system).field_rules, after)


def cards(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> list[Table]:
    """Return the pairing cards of all players, of the chosen one, or of one part of all."""
    table = crosstable_data(subject, choice.round)
    rows = [row for row in table.rows if choice.player in (None, row.player.id)]
    if choice.part is not None:
        if not 1 <= choice.part <= card_parts(subject):
            raise Illegal(NO_PART, part=choice.part, parts=card_parts(subject))
        rows = rows[(choice.part - 1) * CARDS_IN_A_PART : choice.part * CARDS_IN_A_PART]
    facts = card_facts(subject.tournament, find(subject.system), table.rounds, words)
    return [card_table(subject.tournament, table, row, words, facts[row.player.id]) for row in rows]


def working_of(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """Return the working crosstable after a round."""
    return working_crosstable(subject.tournament, find(subject.system), choice.round, words)


CARDS_IN_A_PART = 200
"""A PDF of 1,000 cards takes a gigabyte of memory while it is made."""
NO_PART = N_("There is no part {part} of the cards; there are {parts}.")


def card_parts(subject: Subject) -> int:
    """Return in how many parts the cards of all players are printed."""
    return max(1, -(-len(subject.tournament.players) // CARDS_IN_A_PART))


def prizes(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """Tabulate the winners with amounts and reasons; for a chosen player, the prizes list by
    list.
    """
    if subject.prizes is None:
        raise Illegal(N_("No prizes are announced for this tournament."))
    tournament = subject.tournament
    awards = award(subject.prizes, standings(tournament, choice.round, choice.tie_breaks))
    if choice.player is not None:
        return player_prize_table(tournament, awards, choice.player, words)
    return prize_table(tournament, awards, words)


def aro_by_scoregroup(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the players of the next round by score and average rating of opponents (ARO).

    From this list players can work out the pairing.
    """
    # Dubov 1997: 9 (1)
    say = words.say
    tournament = subject.tournament
    after = last_complete_round(tournament) if choice.round is None else choice.round
    if after == 0:
        raise Illegal(N_("No round has all its results yet."))
    system = find(subject.system)
    rules = system.field_rules
    field = build_field(tournament, after + 1, rules)
    ratings = strengths(tournament)
    found = [(one, rules.shown_aro(one.history, ratings)) for one in field.entrants]
    found.sort(key=lambda item: (-item[0].score, item[1], item[0].number))
    columns = (
        Column("score", say("Pts"), right=True, leading=True),
        Column("number", say("No."), right=True, leading=True),
        Column("name", say("Name"), leading=True, shrinks=True, player="number"),
        Column("rating", say("Rating"), right=True),
        Column("aro", say("ARO"), right=True),
        Column("due", say("Due")),
        Column("floats", say("Upfloats"), right=True, spare=True),
        Column("opponents", say("Opponents' ratings"), wraps=True),
    )
    unit = tournament.settings.scoring.unit
    rows = tuple(
        (
            points_cell(one.score, unit, words.language),
            number_cell(one.number),
            text_cell(tournament.player[one.id].name),
            number_cell(ratings[one.id] or None),
            amount(aro, 1, words.language),
            colour_cell(preference_text(one, system.absolute_mark), words),
            number_cell(sum(kind is Float.UP for kind in one.floats)),
            text_cell(
                ", ".join(str(ratings[player]) for player in opponents_over_the_board(one.history))
            ),
        )
        for one, aro in found
    )
    title = (
        tournament.settings.name,
        say("ARO by scoregroup after round {round}", round=after),
        subject.round_line(after),
    )
    notes = (
        say(
            "ARO is the average rating of the opponents met over the board. Due: the colour a "
            "player prefers ({W} or {B} absolute, {Ww} or {Bb} strong, {w} or {b} mild).",
            **LETTERS,
        ),
    )
    return Table("aro", title, columns, rows, notes)


def points_given(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List every bonus and penalty with its reason, as the report of an event must do."""
    say = words.say
    if subject.given is None:
        raise Illegal(
            N_("The reasons for bonus and penalty points are recorded in desk files only.")
        )
    columns = (
        Column("round", say("After round"), right=True, leading=True),
        Column("points", say("Pts"), right=True),
        Column("players", say("Players"), shrinks=True),
        Column("reason", say("Reason"), wraps=True),
        Column("time", say("Time")),
        Column("actor", say("By")),
    )
    tournament, unit = subject.tournament, subject.tournament.settings.scoring.unit
    rows = tuple(
        (
            number_cell(one.round),
            Cell(
                signed_points(one.points, unit, words), amount(one.points, unit, words.language).raw
            ),
            text_cell("; ".join(f"{n} {tournament.player[n].name}" for n in one.players)),
            text_cell(one.reason),
            _time(one.time),
            text_cell(one.actor),
        )
        for one in subject.given
    )
    notes = () if rows else (say("No bonus and no penalty was given."),)
    title = (tournament.settings.name, say("Bonus and penalty points"))
    return Table("points", title, columns, rows, notes)


def _time(time: str) -> Cell:
    return Cell(time[:16].replace("T", " "), time)


CASES: dict[str, Template] = {
    "already met": N_("the players had already met"),
    "event rules": N_("the rules of the event allow it"),
    "without opponent": N_("players were without an opponent"),
    "late entry": N_("a late entry was admitted"),
    "top boards": N_("order of the top boards"),
    "chief arbiter": N_("decision of the chief arbiter"),
}


def changes(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List every change of a published pairing, as the report of an event must do."""
    say = words.say
    if subject.changes is None:
        raise Illegal(N_("Changes to published pairings are recorded in desk files only."))
    article = Article.PUBLISHED_PAIRINGS.of(subject.tournament.settings)
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("time", say("Time"), leading=True),
        Column("actor", say("By")),
        Column("case", say("Case ({article})", article=article), shrinks=True),
        Column("reason", say("Reason"), wraps=True),
        Column("remarks", say("What the rules say"), shrinks=True),
    )
    rows = []
    for change in subject.changes:
        case = say(CASES[change.case.value])
        if change.taken_back:
            case = say("{case}; publication withdrawn", case=case)
        said = [
            f"{remark.article}: {say(remark)}" if remark.article else say(remark)
            for remark in change.remarks
        ]
        rows.append(
            (
                number_cell(change.round),
                _time(change.time),
                text_cell(change.actor),
                Cell(case, change.case.value),
                text_cell(change.reason),
                text_cell(" ".join(said)),
            )
        )
    notes = () if rows else (say("No published pairing was changed."),)
    title = (subject.tournament.settings.name, say("Changes to published pairings"))
    return Table("changes", title, columns, tuple(rows), notes)


def exceptions(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the departures from the rules; for a report file, those in its comments."""
    from crivello.desk.exceptions import NAMES, from_comment

    say, tournament = words.say, subject.tournament
    columns = (
        Column("class", say("Class"), leading=True),
        Column("round", say("Round"), right=True),
        Column("what", say("What"), wraps=True),
        Column("reason", say("Reason"), wraps=True),
        Column("actor", say("By")),
        Column("time", say("Time")),
    )
    found = subject.exceptions
    if found is None:
        found = tuple(filter(None, map(from_comment, tournament.settings.comments)))
    ids = subject.ids or {player.number: player.id for player in tournament.players}
    names = {ids[one.number]: player_text(one) for one in tournament.players if one.number in ids}
    named = words.with_names(names.get)
    rows = tuple(
        (
            Cell(say(NAMES[one.kind]), one.kind.value),
            number_cell(one.round),
            text_cell(" ".join(named.say(what) for what in (one.what, *one.remarks))),
            text_cell(one.done.reason),
            text_cell(one.done.actor),
            _time(one.done.time) if one.done.time else text_cell(""),
        )
        for one in found
    )
    notes = () if rows else (say("No exception is recorded."),)
    return Table("exceptions", (tournament.settings.name, say("Exceptions")), columns, rows, notes)
