"""Norms as tables, in the user's language."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.model.errors import Illegal
from crivello.model.sentence import PlayerRef
from crivello.model.tournament import Tournament
from crivello.standings.norms.check import (
    IN_FORCE_SINCE,
    LARGE_SWISS,
    NormCheck,
    NormField,
    NormGame,
    Requirement,
    RequirementKind,
    State,
    counted,
    titles_of,
)
from crivello.standings.table import Cell, Column, Table, scored, text_cell, whole
from crivello.standings.views import shown_player
from crivello.words import N_, Translator

_ANSWERS = {
    State.MET: N_("a norm, as far as the data tell"),
    State.UNCHECKED: N_("a norm if the rest is met: {missing}"),
    State.NOT_MET: N_("no norm: {missing}"),
}


def norm_table(
    tournament: Tournament,
    checks: tuple[NormCheck, ...],
    field: NormField,
    after_round: int,
    words: Translator,
) -> Table:
    """Everybody with the games and the performance: is it a norm, and what is missing?"""
    say = words.say
    columns = (
        Column("number", say("No."), right=True, leading=True),
        Column("title", say("Title"), spare=True),
        Column("name", say("Name"), leading=True, shrinks=True),
        Column("norm", say("Norm"), leading=True),
        Column("games", say("Games"), right=True),
        Column("score", say("Pts"), right=True),
        Column("needed", say("Needed"), right=True),
        Column("average", say("Average"), right=True),
        Column("performance", say("Perf."), right=True),
        Column("state", say("State"), data_only=True),
        Column("answer", say("Answer"), wraps=True),
    )
    performing = [check for check in checks if check.title_performance]
    shown = [check for check in performing if check.meets(RequirementKind.GAMES)]
    rows = tuple(
        (
            whole(check.player.number),
            text_cell(check.player.title.value if check.player.title else None),
            text_cell(check.player.name),
            text_cell(check.norm.title.value),
            whole(len(check.games)),
            scored(check.half_points, 2, words.language),
            scored(check.needed, 2, words.language),
            whole(check.average),
            whole(check.performance),
            _state(check.state, words),
            text_cell(_answer(check, words)),
        )
        for check in shown
    )
    title = (tournament.settings.name, say("Norms after round {round}", round=after_round))
    notes = [] if shown else [say("Nobody has the games and the performance for a norm.")]
    short = len({check.player.id for check in performing if not check.meets(RequirementKind.GAMES)})
    if short:
        too_few = N_(
            "One player has the performance of a title, but too few games.",
            "{count} players have the performance of a title, but too few games.",
        )
        notes.append(say(too_few, count=short))
    return Table("norms", title, columns, rows, (*notes, *_notes(tournament, field, words)))


def _state(state: State, words: Translator) -> Cell:
    return Cell(words.say(state.value), state.name.lower())


def _answer(check: NormCheck, words: Translator) -> str:
    state = check.state
    missing = [each for each in check.requirements if each.state is state]
    said = words.say(
        _ANSWERS[state], missing="; ".join(_requirement(check, each, words) for each in missing)
    )
    return "; ".join([said, *_left_out(check, words)])


def _left_out(check: NormCheck, words: Translator) -> Iterator[str]:
    if check.left_out:
        rounds = ", ".join(str(game.round) for game in check.left_out)
        yield words.say("without the games of rounds {rounds} (1.4.1)", rounds=rounds)
    if check.last_as_lost:
        yield words.say(
            "the last opponent forfeited; the norm could bear the loss of that game, so it "
            "counts, as a loss (1.4.2c)"
        )


def _requirement(check: NormCheck, each: Requirement, words: Translator) -> str:
    said = words.say(
        each.kind.sentence,
        found="?" if each.found is None else each.found,
        needed=each.needed,
        titles=", ".join(title.value for title in titles_of(check.norm)),
    )
    if each.unknown:
        unknown = N_(
            "{said} (the federation of one opponent is not known)",
            "{said} (the federations of {count} opponents are not known)",
        )
        return words.say(unknown, said=said, count=each.unknown)
    return said


def player_norm_tables(
    tournament: Tournament,
    checks: tuple[NormCheck, ...],
    field: NormField,
    player: int,
    words: Translator,
) -> list[Table]:
    """The requirements of each title one by one, and the games that count."""
    if player not in tournament.player:
        raise Illegal(N_("There is no player {player}."), player=PlayerRef(player))
    mine = [check for check in checks if check.player.id == player]
    title = (tournament.settings.name, shown_player(tournament.player[player]))
    columns = (
        Column("norm", words.say("Norm"), leading=True),
        Column("article", "B.01", spare=True),
        Column("requirement", words.say("Requirement"), wraps=True),
        Column("found", words.say("Found"), right=True, data_only=True),
        Column("needed", words.say("Needed"), right=True, data_only=True),
        Column("state", words.say("State")),
    )
    rows = tuple(
        (
            text_cell(check.norm.title.value),
            text_cell(each.kind.article),
            text_cell(_requirement(check, each, words)),
            whole(each.found),
            whole(each.needed),
            _state(each.state, words),
        )
        for check in mine
        for each in check.requirements
    )
    answers = [f"{check.norm.title.value}: {_answer(check, words)}." for check in mine]
    if not mine:
        answers = [words.say("There is no norm that would bring this player a higher title.")]
    notes = (*answers, *_notes(tournament, field, words))
    return [
        Table("norm-requirements", title, columns, rows, notes),
        *(_game_table(check, words) for check in mine),
    ]


def _game_table(check: NormCheck, words: Translator) -> Table:
    say = words.say
    columns = (
        Column("norm", say("Norm"), data_only=True),
        Column("round", say("Round"), right=True, leading=True),
        Column("opponent", say("Opponent"), shrinks=True),
        Column("title", say("Title")),
        Column("federation", say("Fed.")),
        Column("rating", say("Rating"), right=True),
        Column("counts", say("Counts as"), right=True),
        Column("score", say("Pts"), right=True),
    )
    rows = tuple(
        (
            text_cell(check.norm.title.value),
            whole(game.round),
            text_cell(shown_player(game.opponent)),
            text_cell(game.opponent.title.value if game.opponent.title else None),
            text_cell(game.opponent.federation),
            whole(game.opponent.rating),
            _counts(check, game),
            scored(game.half_points, 2, words.language),
        )
        for game in sorted((*check.games, *check.left_out), key=lambda game: game.round)
    )
    title = (say("Games for the norm {norm}", norm=check.norm.title.value),)
    if check.needed is None:
        needed = say("No score against these opponents would do.")
    else:
        needed = say(
            "{score} of {count} points; {needed} would do against these opponents.",
            score=scored(check.half_points, 2, words.language).text,
            count=len(check.games),
            needed=scored(check.needed, 2, words.language).text,
        )
    return Table("norm-games", title, columns, rows, (needed, *_left_out(check, words)))


def _counts(check: NormCheck, game: NormGame) -> Cell:
    if game not in check.games:
        return Cell("–", None)
    return whole(check.norm.floor if game.round == check.raised else counted(game))


_NOT_CHECKED = (
    N_("registration at least 30 days before, no change made for a player (1.1.1, 1.4.2d)"),
    N_("time control, rounds of a day where the dates are not known (1.1.2, 1.1.3)"),
    N_("arbiters and their titles (1.1.5, 1.1.6)"),
    N_("titles and ratings as they were at the start of the tournament (1.4.6a)"),
    N_("opponents of federations that are not members (1.4.2a)"),
)


def _notes(tournament: Tournament, field: NormField, words: Translator) -> Iterator[str]:
    say = words.say
    yield say("Could not be checked: {list}.", list="; ".join(map(say, _NOT_CHECKED)))
    yield say(
        "Not covered: round robins, and the exemptions of championships and team events "
        "(1.2, 1.4.1b, 1.4.3a-c)."
    )
    players, federations, titled = LARGE_SWISS
    large = {
        State.MET: N_("The field waives 1.4.3 and 1.4.4 (1.4.3d): {figures}."),
        State.NOT_MET: N_("The field does not waive 1.4.3 and 1.4.4 (1.4.3d): {figures}."),
        State.UNCHECKED: N_(
            "The field may waive 1.4.3 and 1.4.4 (1.4.3d), but not all federations, of the "
            "tournament or of players, are known: {figures}."
        ),
    }
    figures = say(
        "{players} rated players from abroad (of {least_players}), {federations} federations "
        "(of {least_federations}), {titled} titled (of {least_titled})",
        players=field.foreign_players,
        least_players=players,
        federations=field.foreign_federations,
        least_federations=federations,
        titled=field.foreign_titled,
        least_titled=titled,
    )
    yield say(large[field.large_swiss], figures=figures)
    start = tournament.settings.start.replace("/", "-")
    if start and start < IN_FORCE_SINCE:
        yield say("These are the rules of 2024; the tournament is older, and its rules differ.")
