"""The working crosstable of the booklets: what is known before a round, by score.

Beside the rounds played stand the colour that each player prefers in the next one, the floats that
its rules look at, the average rating of the opponents and, in the Dubov system, the upfloats.
"""

from __future__ import annotations

from crivello.explain.story import ARROWS, older_preference_text, preference_text
from crivello.model.errors import CrivelloError
from crivello.model.field import Entrant, Float
from crivello.model.sentence import LETTERS, N_
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.rules.strength import strengths
from crivello.standings.crosstable import crosstable
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Cell, Table, TableColumns, amount, colour_cell, points_cell
from crivello.systems.registry import System
from crivello.words import Translator

NOTE = N_(
    "By score, as known before round {round}. The column after the last round has the colour that "
    "a player prefers ({W} or {B} absolute, {Ww} or {Bb} strong, {w} or {b} mild)."
)
ABSENT = N_("Not paired in round {round}: {players}.")


def working_crosstable(
    tournament: Tournament, system: System, after: int | None, words: Translator
) -> Table:
    """Build the working crosstable after a round, at most the last one with all results."""
    say = words.say
    complete = last_complete_round(tournament)
    last = complete if after is None else min(after, complete)
    known = tournament.before(last + 1)
    rules = system.rules_in(tournament, last + 1).field_rules
    field = build_field(known, last + 1, rules)
    table = crosstable(tournament, rules, last)
    row = {one.player.id: one for one in table.rows}
    entrants = field.entrants
    players = [tournament.player[one.id] for one in entrants]
    columns = TableColumns(words)
    columns.number("number", "#", (one.number for one in entrants), leading=True)
    columns.text("title", say("Title"), (one.title and one.title.value for one in players))
    names = (one.name for one in players)
    columns.text("name", say("Name"), names, leading=True, shrinks=True, player="number")
    columns.number("rating", say("Rating"), (one.rating for one in players))
    for number in range(1, last + 1):
        cells = [row[one.id].cells[number - 1] for one in entrants]
        texts = (Cell(table.text(cell, words), table.text(cell)) for cell in cells)
        columns.cells(f"round_{number}", str(number), texts)
    due = (colour_cell(write_preference(system, one, last + 1), words) for one in entrants)
    columns.cells("due", str(last + 1), due)
    unit, language = field.scoring.unit, words.language
    points = (points_cell(one.score, unit, language) for one in entrants)
    columns.cells("points", say("Pts"), points, right=True)
    if system.shows_ratings:
        ratings = strengths(tournament)
        averages = (amount(rules.shown_aro(one.history, ratings), 1, language) for one in entrants)
        columns.cells("aro", say("ARO"), averages, right=True)
    shown = 2 if rules.float_rounds is None else rules.float_rounds
    for ago in range(1, shown + 1):
        floats = (_float(one, ago) for one in entrants)
        columns.cells(f"float_{ago}", say("FLT-{ago}", ago=ago), floats)
    most = system.most_upfloats(field)
    if most is not None:
        counts = (one.floats.count(Float.UP) for one in entrants)
        columns.text("upfloats", say("Upfloats"), (f"{many}/{most}" for many in counts))
    here = {one.id for one in entrants}
    away = [str(one.number) for one in tournament.players if one.id not in here]
    notes = [say(NOTE, round=last + 1, **LETTERS)]
    if away:
        notes.append(say(ABSENT, round=last + 1, players=", ".join(away)))
    heading = say("Working crosstable after round {round}", round=last)
    return columns.table("working-crosstable", [tournament.settings.name, heading], tuple(notes))


def _float(player: Entrant, ago: int) -> Cell:
    kind = player.floats[ago - 1] if ago <= len(player.floats) else None
    return Cell("" if kind is None else ARROWS[kind], kind and kind.value)


def write_preference(system: System, player: Entrant, number: int) -> str:
    """Return the preference of a player in a round, in the signs of the edition."""
    if system.field_rules.by_parity:
        return older_preference_text(player, number % 2 == 1)
    return preference_text(player, system.absolute_mark)


def card_facts(
    tournament: Tournament, system: System, after: int, words: Translator
) -> dict[int, tuple[str, ...]]:
    """Return, by player, what a card shows besides its rounds: date of birth, the colour that is
    due in the next round, and the average rating of the opponents.
    """
    say = words.say
    found = {
        player.id: [say("Born: {day}", day=player.birth)] if player.birth else []
        for player in tournament.players
    }
    try:
        rules = system.rules_in(tournament, after + 1).field_rules
        field = build_field(tournament.before(after + 1), after + 1, rules)
    except CrivelloError:
        field = None  # a result is missing: nothing is due yet
    ratings = strengths(tournament)
    for one in field.entrants if field is not None else ():
        letters = words.colours(write_preference(system, one, after + 1)) or "–"
        found[one.id].append(say("Due in round {round}: {colour}", round=after + 1, colour=letters))
        if system.shows_ratings:
            average = amount(rules.shown_aro(one.history, ratings), 1, words.language).text
            found[one.id].append(say("ARO: {average}", average=average))
    return {player: tuple(lines) for player, lines in found.items()}
