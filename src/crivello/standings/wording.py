"""Standings in the user's language: tables, the working, and why one player ranks above another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from crivello.model.player import Player
from crivello.model.tournament import Tournament
from crivello.standings.categories import Category, ranks_in
from crivello.standings.direct_encounter import ComparedBy, Encounter, EncounterStep
from crivello.standings.finality import mark_provisional
from crivello.standings.sheet import EventFormat
from crivello.standings.standings import Standings, StandingsRow
from crivello.standings.table import Cell, Table, TableColumns, amount, points_cell, title_of
from crivello.standings.tie_breaks import Scale, TieBreak
from crivello.standings.working import PLAIN, Term, Total, Value, Working
from crivello.words import N_, Translator, points

AFTER = N_("{points} after round {round}: {players}.")
HIDDEN = N_("Not shown because they separate no players: {codes}.")
NO_TIE_BREAKS = N_("No tie-breaks are announced: players with equal points share the rank.")
FROM_THE_START = N_("{points} from the start: {players}.")


def signed_points(units: int, unit: int, words: Translator) -> str:
    """Return points with their sign: ``+1`` or ``-½``."""
    shown = points(units, unit, words.language)
    return shown if units < 0 else f"+{shown}"


def given_notes(
    tournament: Tournament, after: int, words: Translator, whose: frozenset[int] | None = None
) -> Iterator[str]:
    """Yield a note on each correction of points by the arbiter in the first `after` rounds.

    With `whose`, only corrections of these players are noted.
    """
    unit = tournament.settings.scoring.unit
    for one in tournament.settings.adjustments:
        number = one.round or 0
        players = [player for player in one.players if whose is None or player in whose]
        if one.award is not None or number > after or not players:
            continue
        yield words.say(
            AFTER if number else FROM_THE_START,
            points=signed_points(one.points, unit, words),
            round=number,
            players="; ".join(player_text(tournament.player[player]) for player in players),
        )


# The tables

POINTS = "points"
"""The key of the column of points, the same in all tables."""
PLACES = {
    Scale.WHOLE: 0,
    Scale.HALVES: 1,
    Scale.POINTS: 1,
    Scale.MEAN: 2,
    Scale.PRODUCT: 2,
    Scale.EXTERNAL: 2,
    Scale.EXACT: 2,
}
"""The decimal places of each scale."""


def player_text(player: Player) -> str:
    """Return number and name: ``12 Rossi, Anna``."""
    return f"{player.number} {player.name}".rstrip()


def value_cell(table: Standings, index: int, row: StandingsRow, words: Translator) -> Cell:
    """Return the cell of the key at `index`; for a direct encounter, the place among the tied
    players.
    """
    key, value = table.keys[index], row.values[index]
    if key.rule.compute is None:
        return _place(table.encounters[index].get(row.player.id))
    if value is None:
        return Cell("–", None)
    return _value(key, value, table.unit, words)


def _value(key: TieBreak, value: Value | None, unit: int, words: Translator) -> Cell:
    """Return points as players write them (2½), and other tie-breaks as decimal numbers."""
    if key.rule.code == "PTS":
        return points_cell(value, unit, words.language)
    scale = key.rule.scale
    cell = amount(value, scale.parts(unit), words.language, PLACES[scale])
    if key.rule.code not in POINTS_OF_TEAMS or value is None or Fraction(2 * value).denominator > 1:
        return cell
    return Cell(points(int(2 * value), 2, words.language), cell.raw)


POINTS_OF_TEAMS = ("MPTS", "GPTS")


def _place(encounter: Encounter | None) -> Cell:
    if encounter is None:
        return Cell("", None)
    shared = "=" if encounter.sharing > 1 else ""
    return Cell(f"{encounter.value}{shared}", encounter.value)


def standings_table(
    tournament: Tournament,
    table: Standings,
    words: Translator,
    category: Category | None = None,
    only_deciding: bool = False,
) -> Table:
    """Tabulate rank, player, points and tie-breaks, optionally of one category only.

    Tie-breaks that separate no players in the whole tournament can be left out.
    """
    say = words.say
    title = [tournament.settings.name, say("Standings after round {round}", round=table.round)]
    if category is None:
        ranked = [(row.rank, row) for row in table.rows]
    else:
        title.append(say("Category {category}", category=category))
        ranked = ranks_in(table, category)
    sharing = Counter(rank for rank, _ in ranked)
    ranks = (Cell(f"{rank}=" if sharing[rank] > 1 else str(rank), rank) for rank, _ in ranked)
    players = [row.player for _, row in ranked]
    names = (_name_cell(player, words) for player in players)
    columns = TableColumns(words)
    columns.cells("rank", say("Rank"), ranks, right=True, leading=True)
    columns.number("number", say("No."), (one.number for one in players), leading=True)
    columns.text("title", say("Title"), map(title_of, players), spare=True)
    columns.cells("name", say("Name"), names, leading=True, shrinks=True, player="number")
    columns.number("rating", say("Rating"), (one.rating for one in players), spare=True)
    columns.text("federation", say("Fed."), (one.federation for one in players), spare=True)
    codes = list(_codes(table))
    shown_keys = shown_columns(table, only_deciding)
    for index in shown_keys:
        code = codes[index]
        values = (value_cell(table, index, row, words) for _, row in ranked)
        key = POINTS if code == "PTS" else code
        columns.cells(key, _heading(code, words), values, right=True)
    shown = frozenset(row.player.id for _, row in ranked)
    given = given_notes(tournament, table.round, words, shown)
    hidden = [code for index, code in enumerate(codes) if index not in shown_keys]
    left_out = [say(HIDDEN, codes=", ".join(hidden))] if hidden else []
    notes = (*_names(table, words), *left_out, *_notes(table, words), *given)
    return mark_provisional(columns.table("standings", title, notes), table.open_games, words)


WITHDRAWN = N_("{name} (withdrawn)")
EXPELLED = N_("{name} (expelled)")


def _name_cell(player: Player, words: Translator) -> Cell:
    """Return the name; people, not programs, also see that a player has left."""
    if player.withdrawn_after is None:
        return Cell(player.name, player.name)
    template = EXPELLED if player.expelled else WITHDRAWN
    return Cell(words.say(template, name=player.name), player.name)


def shown_columns(table: Standings, only_deciding: bool = False) -> list[int]:
    """Return the indexes of the keys that get a column: all, or with `only_deciding` the points and
    keys that separate players.
    """
    return [
        index
        for index, key in enumerate(table.keys)
        if not only_deciding or index in table.deciding or key.rule.code == "PTS"
    ]


def _codes(table: Standings) -> Iterator[str]:
    """Yield the codes of the keys as headings; a repeated code is numbered: DE, DE 2."""
    seen: Counter[str] = Counter()
    for key in table.keys:
        seen[key.code] += 1
        turn = seen[key.code]
        yield key.code if turn == 1 else f"{key.code} {turn}"


def _heading(code: str, words: Translator) -> str:
    """Return the heading of a key; points have the same heading as in all other tables."""
    return words.say("Pts") if code == "PTS" else code


def _names(table: Standings, words: Translator) -> Iterator[str]:
    for key in dict.fromkeys(table.keys):
        if key.rule.code != "PTS":
            yield f"{key.code}: {name_of(key, words)} ({source_of(key, words)})"


def source_of(key: TieBreak, words: Translator) -> str:
    """Return where a tie-break is defined: the article, or the package of a plug-in."""
    if key.rule.plug_in:
        return words.say(OF_PLUG_IN, package=key.rule.plug_in)
    return f"C.07: {key.rule.article}"


OF_PLUG_IN = N_("not FIDE's; from {package}")
FAILED = N_("{code} is left out: the package {package} could not compute it ({why}).")
LEFT_EARLY = N_(
    "Games with {players} do not count here: they left after playing less than half of their games."
)


def _notes(table: Standings, words: Translator) -> Iterator[str]:
    if table.sheet.not_counted:
        players = [table.sheet.tournament.player[one] for one in table.sheet.not_counted]
        yield words.say(LEFT_EARLY, players="; ".join(map(player_text, players)))
    if table.kind is EventFormat.SWISS:
        yield words.say("Unplayed rounds: {edition}", edition=words.say(table.edition.title))
    computed = [place for place, key in enumerate(table.keys) if key.rule.compute is not None]
    if any(row.values[place] is None for row in table.rows for place in computed):
        yield words.say("– means that the value is undefined; it ranks last.")
    if not (table.dropped or table.unknown) and all(key.rule.code == "PTS" for key in table.keys):
        yield words.say(NO_TIE_BREAKS)
    elif any(one.rank == other.rank for one, other in pairwise(table.rows)):
        yield words.say("Players with the same rank are not separated by these tie-breaks.")
    for key in table.dropped:
        yield words.say(
            "{code} is left out (10) because a player is unrated. To count unrated players "
            "as 1400, announce {code}/U1400.",
            code=key.code,
        )
    for key, why in table.failed:
        yield words.say(FAILED, code=key.code, package=key.rule.plug_in, why=why)
    for key in table.unfit:
        yield words.say("{code} is left out: it is not for round robins.", code=key.code)
    for code in table.unknown:
        yield words.say("{code} is left out: crivello does not know this tie-break.", code=code)
    if table.open_games and table.kind is EventFormat.ROUND_ROBIN:
        still = N_(
            "One game is still to be played; it does not count yet.",
            "{count} games are still to be played; they do not count yet.",
        )
        yield words.say(still, count=table.open_games)
    elif table.open_games:
        open_games = N_(
            "One game is open; it counts as a draw for now.",
            "{count} games are open; they count as draws for now.",
        )
        yield words.say(open_games, count=table.open_games)


def name_of(key: TieBreak, words: Translator) -> str:
    """Return the name of a tie-break with its modifiers: Buchholz, cut 1."""
    name, modifiers = words.say(key.rule.name), key.modifiers
    parts = (
        (modifiers.most, N_("{name}, median {cut}")),
        (modifiers.least and not modifiers.most, N_("{name}, cut {cut}")),
        (modifiers.percent != PLAIN.percent, N_("{name}, limit {percent} %")),
        (modifiers.played, N_("{name}, forfeits as played")),
        (modifiers.fore, N_("{name}, last round drawn")),
        (modifiers.reverse, N_("{name}, reversed")),
        (modifiers.factor, N_("{name}, divided by {factor}")),
    )
    for holds, template in parts:
        if holds:
            name = words.say(
                template,
                name=name,
                cut=modifiers.least,
                percent=modifiers.percent,
                factor=modifiers.factor,
            )
    return name


def meaning_of(key: TieBreak, words: Translator) -> str:
    """Explain a tie-break and its cuts in sentences for players."""
    parts = [words.say(key.rule.meaning)]
    if key.modifiers.least:
        template = (
            N_(
                "Without the lowest and the highest value.",
                "Without the {count} lowest and the {count} highest values.",
            )
            if key.modifiers.most
            else N_("Without the lowest value.", "Without the {count} lowest values.")
        )
        parts.append(words.say(template, count=key.modifiers.least))
    return " ".join(parts)


def working_table(
    tournament: Tournament, table: Standings, player: int, words: Translator
) -> Table:
    """Tabulate every tie-break of one player with its terms, and the article for each."""
    say = words.say
    row = table.row(player)
    rows: list[WorkingRow] = []
    for index, key in enumerate(table.keys):
        working = table.working(player, index)
        value, article = value_cell(table, index, row, words), key.rule.article
        how = _describe_working(key, working, words)
        rows.append(WorkingRow(Cell(key.code, key.code), how, value, article))
        if isinstance(working, Working):
            rows += (_term_row(tournament, table, key, one, words) for one in working.terms)
        elif working is not None:
            for step in working.steps:
                text = _step_text(tournament, step, player, words)
                points = points_cell(step.table[player].points, step.unit, words.language)
                rows.append(WorkingRow(Cell("", key.code), text, points, step.article))
    columns = TableColumns(words)
    columns.cells("tie_break", say("Tie-break"), (one.tie_break for one in rows), leading=True)
    columns.number("round", say("Round"), (one.round for one in rows), leading=True)
    columns.text("term", say("Term"), (one.text for one in rows), wraps=True)
    columns.cells("value", say("Value"), (one.value for one in rows), right=True)
    columns.cells("cut", say("Cut"), (one.cut for one in rows))
    columns.text("article", "C.07", (one.article for one in rows), spare=True)
    title = (
        tournament.settings.name,
        say("Standings after round {round}", round=table.round),
        say("Rank {rank}: {player}", rank=row.rank, player=player_text(row.player)),
    )
    listing = columns.table("working", title, _notes(table, words))
    return mark_provisional(listing, table.open_games, words)


class WorkingRow(NamedTuple):
    """One row of the working table: a tie-break, or one of its terms."""

    tie_break: Cell
    text: str
    value: Cell
    article: str
    round: int | None = None
    cut: Cell = Cell("", None)


def _describe_working(key: TieBreak, working: Working | Encounter | None, words: Translator) -> str:
    if isinstance(working, Working):
        name = name_of(key, words)
        given = working.total is Total.GIVEN
        return name if given else f"{name}: {words.say(working.total.value)}"
    return words.say(N_("no longer tied") if working is None else N_("place among those tied"))


def _term_row(
    tournament: Tournament, table: Standings, key: TieBreak, term: Term, words: Translator
) -> WorkingRow:
    unit = 1 if key.rule.scale is Scale.EXACT else table.unit
    text = term_text(tournament, unit, term, words)
    value = _value(key, term.value, table.unit, words)
    article = term.reason.article or key.rule.article
    row = WorkingRow(Cell("", key.code), text, value, article, term.round)
    if term.cut is None:
        return row
    cut = Cell(words.say(term.cut.sentence), term.cut.name.lower())
    left_out = Cell(f"({value.text})", value.raw)
    return row._replace(value=left_out, article=term.cut.article, cut=cut)


def term_text(tournament: Tournament, unit: int, term: Term, words: Translator) -> str:
    """Describe a term: ``3 Rossi, who has 2½``; points that multiply the score come first: ``½ × 3
    Rossi, …``.
    """

    def points_text(units: Value | None) -> str:
        exact = Fraction(units or 0) / unit
        found = points(exact.numerator, exact.denominator, words.language)
        return "" if units is None else found

    opponent = "" if term.opponent is None else player_text(tournament.player[term.opponent])
    said = words.say(
        term.reason.sentence,
        opponent=opponent,
        score=points_text(term.score),
        percent=term.percent,
        factor=term.factor,
    )
    if term.score_as is not None:
        said = words.say(term.score_as.value, term=said)
    return said if term.points is None else f"{points_text(term.points)} × {said}"


def _step_text(tournament: Tournament, step: EncounterStep, player: int, words: Translator) -> str:
    others = [player_text(tournament.player[who]) for who in step.table if who != player]
    missing = step.table[player].missing
    if len(others) > 8:
        others = [*others[:8], "…"]
    if missing:
        return words.say(
            N_(
                "points against {others}; one of them not met",
                "points against {others}; {count} of them not met",
            ),
            others=", ".join(others),
            count=missing,
        )
    return words.say(step.by.sentence, others=", ".join(others), board=step.board)


# Why one player ranks above another


def why(tournament: Tournament, table: Standings, one: int, two: int, words: Translator) -> str:
    """Explain why one of two players is above the other, or why they share a rank."""
    first, second = sorted((table.row(one), table.row(two)), key=lambda row: row.rank)
    decisive = _decisive(first, second)
    level = ", ".join(
        _level(table, index, first, words)
        for index in range(len(table.keys) if decisive is None else decisive)
    )
    values: dict[str, object] = {
        "first": player_text(first.player),
        "second": player_text(second.player),
        "level": level,
        "rank": first.rank,
    }
    if decisive is None:
        template = N_(
            "{first} and {second} share rank {rank}: they are level in {level}, and there "
            "are no more tie-breaks."
        )
        return words.say(template, **values)
    working = table.working(first.player.id, decisive)
    if isinstance(working, Encounter):
        return _by_encounter(table, decisive, working, first, second, values, words)
    key = table.keys[decisive]
    values |= {
        "better": _value_text(table, decisive, first, words),
        "worse": _value_text(table, decisive, second, words),
        "name": name_of(key, words),
        "code": key.code,
    }
    template = N_("{first} is above {second} by {name}: {better} against {worse}.")
    if level:
        template = N_(
            "{first} is above {second}: they are level in {level}, and then {name} ({code}) "
            "decides, {better} against {worse}."
        )
    return words.say(template, **values)


def _level(table: Standings, index: int, row: StandingsRow, words: Translator) -> str:
    """Name a key in which players are equal: ``points (4½)``, ``BH/C1 (12.5)``.

    A direct encounter that does not decide is shown without a value.
    """
    key = table.keys[index]
    if key.rule.compute is None:
        return key.code
    name = name_of(key, words) if key.rule.code == "PTS" else key.code
    return f"{name} ({_value_text(table, index, row, words)})"


def _value_text(table: Standings, index: int, row: StandingsRow, words: Translator) -> str:
    if row.values[index] is None:
        return words.say("undefined")
    return value_cell(table, index, row, words).text


def _decisive(first: StandingsRow, second: StandingsRow) -> int | None:
    """Return the index of the first key in which the two rows differ; None if there is none."""
    both = enumerate(zip(first.values, second.values, strict=True))
    return next((index for index, (better, worse) in both if better != worse), None)


def _by_encounter(
    table: Standings,
    index: int,
    working: Encounter,
    first: StandingsRow,
    second: StandingsRow,
    values: dict[str, object],
    words: Translator,
) -> str:
    one, two = first.player.id, second.player.id
    # The step that separated them: the last one with both.
    step = [step for step in working.steps if one in step.table and two in step.table][-1]
    values |= {
        "count": len(step.table),
        "better": points_cell(step.table[one].points, step.unit, words.language).text,
        "worse": points_cell(step.table[two].points, step.unit, words.language).text,
        "code": table.keys[index].code,
        "article": step.article,
        "by": words.say(step.by.sentence, others="", board=step.board),
    }
    return words.say(WHY_ENCOUNTER.get(step.by, WHY_BOARDS), **values)


WHY_BOARDS = N_(
    "{first} is above {second}: they are level in {level}, and then the {by} decide, {better} "
    "against {worse} ({code}, {article})."
)
WHY_ENCOUNTER = {
    ComparedBy.MET: N_(
        "{first} is above {second}: they are level in {level}, and in the games among "
        "the {count} players still tied {first} has {better}, {second} {worse} ({code}, {article})."
    ),
    ComparedBy.NOT_ALL_MET: N_(
        "{first} is above {second}: they are level in {level}. Not all of the {count} "
        "players still tied have met, but {first} with {better} stays ahead of "
        "{second} with {worse} whatever the missing games bring ({code}, {article})."
    ),
    ComparedBy.BOARD_COUNT: N_(
        "{first} is above {second}: they are level in {level}. In the matches between "
        "them the board count is lower, {better} against {worse} ({code}, {article})."
    ),
}
