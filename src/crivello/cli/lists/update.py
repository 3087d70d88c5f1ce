"""`crivello update`: show where a rating list differs from the registered players, and accept
changes.
"""

from __future__ import annotations

from crivello import lists
from crivello.cli.desk_session import DeskSession
from crivello.cli.players.registration import say_with_sections
from crivello.desk.actions import CorrectPlayers
from crivello.lists import FIELDS, ListDifference, ListedPlayer, update_player
from crivello.model.errors import WordError
from crivello.model.grammar import split_list
from crivello.model.player import Player
from crivello.reports.views.elements import person_view
from crivello.reports.views.lists import ChangesView, ChangeView, change_view
from crivello.words import N_
from crivello.words.columns import LEFT, clean

NO_CHANGES = N_("All data agree with the list {name}.")
ACCEPTED = N_(
    "One change accepted, in the data of {players}.",
    "{count} changes accepted, in the data of {players}.",
)
HOW = N_("Accept with {some} or {all}.")
NO_SUCH_CHANGE = N_("There is no change {key!r}. Run the command without --accept to see them all.")
NOT_LISTED = N_("Not on the list {name}: {players}.")
WITHOUT_ID = N_(
    "One player has no FIDE id and is not compared.",
    "{count} players have no FIDE id and are not compared.",
)
WRONG_IDS = N_(
    "On the list {name} the FIDE id of one player belongs to another person, with another name, "
    "federation and birth: {players}. Correct the id.",
    "On the list {name} the FIDE ids of {count} players belong to other people, with other names, "
    "federations and births: {players}. Correct the ids.",
)
NOTHING = N_("(none)")


def run(here: DeskSession) -> int:
    here.arguments.refuse_together("--all", "--accept")
    name = here.arguments.get("--list") or lists.FIDE
    with lists.open_list(name) as opened:
        pace = here.section.announced.pace.value
        people = [one.player for one in here.section.registrations.values()]
        listed = {p.id: opened.find(p.fide_id) for p in people if p.fide_id is not None}
    compared = [(p, found) for p in people if (found := listed.get(p.id))]
    changes = [one for pair in compared for one in lists.differences(*pair, pace)]
    if "--all" in here.arguments:
        return _accept(here, compared, changes, pace)
    if "--accept" in here.arguments:
        chosen = _choose_changes(here.arguments.require("--accept"), changes)
        return _accept(here, compared, chosen, pace)
    missing = [player for player, found in listed.items() if found is None]
    wrong = [player.id for player, found in compared if lists.has_wrong_id(player, found)]
    return _show(here, name, changes, missing, wrong, len(people) - len(listed))


def _choose_changes(text: str, changes: list[ListDifference]) -> list[ListDifference]:
    """Return the changes with these keys; the number of a player means all changes of that
    player.
    """
    chosen = []
    for key in split_list(text):
        found = [one for one in changes if key in (one.key, str(one.player))]
        if not found:
            raise WordError(NO_SUCH_CHANGE, key=key)
        chosen += [one for one in found if one not in chosen]
    return chosen


def _accept(
    here: DeskSession,
    compared: list[tuple[Player, ListedPlayer]],
    chosen: list[ListDifference],
    pace: str,
) -> int:
    fields: dict[int, set[str]] = {}
    for one in chosen:
        fields.setdefault(one.player, set()).add(one.field)
    players = tuple(
        update_player(player, listed, pace, fields[player.id])
        for player, listed in compared
        if player.id in fields
    )
    only_here = "--only-here" in here.arguments
    outcome = here.act(CorrectPlayers(here.key, players, only_here))
    names = here.labels_of(player.id for player in players)
    text = here.console.say(ACCEPTED, count=len(chosen), players=names)
    text = say_with_sections(here, text, outcome)
    return here.answer(text, {"accepted": _views(here, chosen)})


def _show(
    here: DeskSession,
    name: str,
    changes: list[ListDifference],
    missing: list[int],
    wrong: list[int],
    without_id: int,
) -> int:
    console = here.console
    if console.json:
        view = ChangesView(
            section=here.key,
            list=name,
            changes=_views(here, changes),
            not_listed=[person_view(here.section, player) for player in missing],
            wrong_ids=[person_view(here.section, player) for player in wrong],
            without_id=without_id,
        )
        return console.write_view("changes", view)
    if changes or not wrong:
        none = [console.say(NO_CHANGES, name=name)]
        console.write_lines(_lines(here, changes) if changes else none)
    if wrong:
        players = here.labels_of(wrong)
        console.remark(console.say(WRONG_IDS, count=len(wrong), name=name, players=players))
    if changes:
        console.remark(console.say(HOW, some=f"--accept {changes[0].key}", all="--all"))
    if missing:
        console.remark(console.say(NOT_LISTED, name=name, players=here.labels_of(missing)))
    if without_id:
        console.remark(console.say(WITHOUT_ID, count=without_id))
    return 0


def _lines(here: DeskSession, changes: list[ListDifference]) -> list[str]:
    say = here.console.say
    heads = (N_("Key"), N_("Player"), N_("Data"), N_("Now"), N_("List"))
    rows = [
        [
            one.key,
            here.label(one.player),
            say(FIELDS[one.field]),
            clean(one.registered) or say(NOTHING),
            clean(one.listed) or say(NOTHING),
        ]
        for one in changes
    ]
    return here.console.table(heads, rows, LEFT * 5, shrink=(1, 3, 4))


def _views(here: DeskSession, changes: list[ListDifference]) -> list[ChangeView]:
    return [change_view(one, person_view(here.section, one.player)) for one in changes]
