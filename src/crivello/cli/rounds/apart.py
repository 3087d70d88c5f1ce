"""`crivello keep-apart`, `first-round`, `tables`: set who never meets, who must meet, and who sits
where.
"""

from __future__ import annotations

from crivello.cli.desk_session import DeskSession
from crivello.cli.options import read_span
from crivello.desk.actions import FixTables, KeepTagApart, SetApart, SetMeetings
from crivello.desk.lookup import NOT_A_TABLE, find_player
from crivello.model.errors import WordError
from crivello.model.grammar import is_number
from crivello.model.settings import Apart
from crivello.reports.views.elements import person_view
from crivello.words import N_

FORBIDDEN = N_("They never meet: {players}.")
KEPT = N_("Kept apart while the round can be completed: {players}.")
RELEASED = N_("No longer kept apart: {players}.")
BY_TAG = N_(
    "One group with the same {tag} is kept apart.",
    "{count} groups with the same {tag} are kept apart.",
)
NOT_APART = N_("There is no group with the name {name!r}, and none of exactly these players.")
NO_ROUNDS = N_("{option} needs rounds as in {example}, not {value!r}.")
IN_ROUNDS = N_("round {rounds}", "rounds {rounds}")
MEETING = N_("They meet in round 1: {players}.")
NOT_MEETING = N_("No longer announced for round 1: {players}.")
NOBODY_MEETS = N_("No pair is announced for round 1.")
FIXED = N_("{player} always sits at table {table}.")
NO_FIXED = N_("No player has a fixed table.")


def keep_apart(here: DeskSession) -> int:
    words = here.arguments.all("PLAYER")
    rounds = here.arguments.get("--rounds")
    span = read_span(rounds, digits=4)
    if span is None:
        raise WordError(NO_ROUNDS, option="--rounds", example="1-3", value=rounds)
    first, last = span
    tag = here.arguments.get("--tag")
    decided = "--by-decision" in here.arguments
    if tag is not None:
        here.act(KeepTagApart(here.key, tag, first, last, decided))
        groups = here.section.settings.keep_apart
        count = sum(group.name.startswith(f"{tag}: ") for group in groups)
        return here.reply(BY_TAG, count=count, tag=tag)
    if not words and "--release" not in here.arguments:
        return _show(here)
    rules = here.section.settings
    players = here.players()
    if "--release" in here.arguments:
        name = here.arguments.get("--group")
        forbidden = _without(rules.forbidden, players, name)
        groups = _without(rules.keep_apart, players, name)
        if forbidden == rules.forbidden and groups == rules.keep_apart:
            raise WordError(NOT_APART, name=name or here.labels_of(players))
        here.act(SetApart(here.key, forbidden, groups, decided))
        return here.reply(RELEASED, players=name or here.labels_of(players))
    group = Apart(players, first, last, here.arguments.get("--group") or "")
    if "--group" in here.arguments:
        here.act(SetApart(here.key, rules.forbidden, (*rules.keep_apart, group), decided))
        return here.reply(KEPT, players=here.labels_of(players))
    here.act(SetApart(here.key, (*rules.forbidden, group), rules.keep_apart, decided))
    return here.reply(FORBIDDEN, players=here.labels_of(players))


def _without(
    groups: tuple[Apart, ...], players: tuple[int, ...], name: str | None
) -> tuple[Apart, ...]:
    """Return the groups without the one that has this name or, without a name, exactly these
    players.
    """
    if name is not None:
        return tuple(group for group in groups if group.name != name)
    return tuple(group for group in groups if set(group.players) != set(players))


def _show(here: DeskSession) -> int:
    lines, listed = [], []
    settings = here.section.settings
    for sentence, groups in ((FORBIDDEN, settings.forbidden), (KEPT, settings.keep_apart)):
        for group in groups:
            named = [player for player in group.players if player in here.labels]
            line = here.console.say(sentence, players=here.labels_of(named))
            notes = [group.name] if group.name else []
            if group.first_round > 1 or group.last_round is not None:
                one = group.first_round == group.last_round
                rounds = f"{group.first_round}-{group.last_round or ''}"
                rounds = str(group.first_round) if one else rounds
                notes.append(here.console.say(IN_ROUNDS, rounds=rounds, count=1 if one else 2))
            lines.append(line + (f" ({'; '.join(notes)})" if notes else ""))
            listed.append(
                {
                    "hard": sentence == FORBIDDEN,
                    "name": group.name or None,
                    "first_round": group.first_round,
                    "last_round": group.last_round,
                    "players": [person_view(here.section, player) for player in named],
                }
            )
    text = "\n".join(lines) or here.console.say("No players are kept apart.")
    return here.answer(text, {"groups": listed})


def first_round(here: DeskSession) -> int:
    words = here.arguments.all("PLAYER")
    announced = here.section.settings.must_meet
    if not words and "--release" not in here.arguments:
        return _show_meetings(here)
    players = here.players()
    if words and len(players) != 2:
        raise WordError(N_("A pair is two players; {count} are named."), count=len(players))
    if "--release" in here.arguments:
        left = tuple(pair for pair in announced if words and set(pair) != set(players))
        if left == announced:
            return here.answer(here.console.say(NOBODY_MEETS))
        gone = [player for pair in announced if pair not in left for player in pair]
        here.act(SetMeetings(here.key, left))
        return here.reply(NOT_MEETING, players=here.labels_of(gone))
    here.act(SetMeetings(here.key, (*announced, (players[0], players[1]))))
    return here.reply(MEETING, players=here.labels_of(players))


def _show_meetings(here: DeskSession) -> int:
    pairs = here.section.settings.must_meet
    lines = [here.console.say(MEETING, players=here.labels_of(pair)) for pair in pairs]
    listed = [[person_view(here.section, player) for player in pair] for pair in pairs]
    return here.answer("\n".join(lines) or here.console.say(NOBODY_MEETS), {"pairs": listed})


def tables(here: DeskSession) -> int:
    word = here.arguments.get("PLAYER")
    if not word:
        return _show_tables(here)
    who = find_player(here.section, word)
    table = here.arguments.get("TABLE") or ""
    fixed = dict(here.section.tables)
    if table == "none":
        fixed.pop(who, None)
        here.act(FixTables(here.key, tuple(fixed.items())))
        return here.reply(N_("{player} has no fixed table now."), player=here.label(who))
    if not is_number(table):
        raise WordError(NOT_A_TABLE, word=table)
    here.act(FixTables(here.key, tuple((fixed | {who: int(table)}).items())))
    return here.reply(FIXED, player=here.label(who), table=table)


def _show_tables(here: DeskSession) -> int:
    fixed = sorted(here.section.tables.items(), key=lambda item: item[1])
    lines = [
        here.console.say(FIXED, player=here.label(player), table=table) for player, table in fixed
    ]
    listed = [{**person_view(here.section, player), "table": table} for player, table in fixed]
    return here.answer("\n".join(lines) or here.console.say(NO_FIXED), {"tables": listed})
