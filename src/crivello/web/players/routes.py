"""The pages Players and one player: fast roll-call, registration, actions on several players."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk import actions
from crivello.desk.events import PointsAdjusted, Presence, RequestedBye, TeamEntry, TeamLineup
from crivello.desk.lookup import find_player, keep_known_id
from crivello.desk.player_data import (
    DATA_KEYS,
    change_player,
    member_line,
    player_data,
    read_members,
    read_player,
)
from crivello.desk.preconditions import NO_HALF_POINT_BYES, numbers_frozen
from crivello.desk.refusals import NobodyNamed
from crivello.lists import Duplicate, TableEntry, duplicates, open_list
from crivello.model.errors import CrivelloError, Malformed, about
from crivello.model.grammar import read_points
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES
from crivello.standings.standings import UNRANKED
from crivello.web.envelope import ROLL_CALL
from crivello.web.forms import NO_CHOICE, Fields, Form, parse_whole_number, read_filled, sent_form
from crivello.web.page_answers import Confirmation, Message, PageAnswer, PageLink
from crivello.web.page_entries import read_entry, section_seen
from crivello.web.players import view
from crivello.web.players.lists import Hit, hits, known_lists, similar_players
from crivello.web.settings.routes import NO_TABLE_NUMBER
from crivello.web.tables.view import card
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/players")

NOT_FOUND = N_("The list {name} has changed and no longer contains this id. Search again.")
NO_KIND = N_("Choose a round and what the players get.")
SIMPLE: dict[str, Callable[[str, tuple[int, ...]], actions.Action]] = {
    "remove": actions.Remove,
    "absent": actions.Absent,
    "withdraw": actions.Withdraw,
    "return": actions.Return,
}
_CALL = re.compile(r"(?P<who>\d+)\s+(?P<key>[a-z])")


@router.get("")
def show(page: AtDesk, by: str = "", q: str = "", list: str = "", add: str = "") -> Response:
    chosen = by if by in ("number", "name") else "number"
    return page.render(
        "players/players.html",
        players=view.players_model(page, chosen),
        q=q,
        found=_hits_or_refusal(page, q, list) if q else None,
        lists=known_lists(),
        list=list,
        call=page.request.query_params.get("as", "c"),
        adding=bool(add or q),
        next_by_hand=add == HAND,
        inputs=view.player_inputs(page),
        blank=dict.fromkeys(DATA_KEYS, "") | {"federation": page.section.settings.federation},
    )


# Roll-call


@router.post("/call")
def call(page: AtDesk, form: Form) -> Response:
    """Record the presence of one player: typed (`12`, `12 p`, `anderss`), or by id and key."""
    answer, player, moved = _call(page, form)
    if not page.fragment:
        key = form.text("as")
        back = page.url("players", **{"as": key if key in view.CALLS else ""})
        return page.redirect(back, answer)
    if moved:  # the numbers of others have changed too
        return Response(status_code=205)
    own = set() if player is None else {player}
    since = form.number("since")
    others = [] if since is None else view.changed_players(page, since)
    if since is None or others is not None:
        return _fragment(page, sorted(own.union(others or ())), answer)
    # More has changed than single players: the page learns that from the news.
    return _fragment(page, sorted(own), answer, since)


def _call(page: SectionPage, form: Fields) -> tuple[PageAnswer, int | None, bool]:
    player = form.number("player")
    key = form.text("as", "c") or "c"
    try:
        typed = form.text("entry")
        envelope = read_entry(form, ROLL_CALL, f"{typed or player} {key}")
        if typed:
            keyed = _CALL.fullmatch(typed.lower())
            if keyed:
                typed, key = keyed["who"], keyed["key"]
            with about("entry"):
                player = find_player(page.section, typed)
        if key not in view.CALLS:
            raise Malformed(NO_CHOICE)
        before = page.section.registration(player or 0).presence
    except CrivelloError as error:
        return page.refusal(error), None, False
    action = actions.RollCall(page.key, (player or 0,), view.CALLS[key])
    held = page.only_if_seen(action, envelope, lambda now: section_seen(page.event, now))
    answer = page.act(held, envelope=envelope)
    return answer, player, answer.done and before is Presence.LEFT_OUT


@router.get("/changes")
def changes(page: AtDesk, since: int = 0) -> Response:
    """Send the rows that changed since the page was made; status 205 makes it reload."""
    players = view.changed_players(page, since)
    if players is None:
        return Response(status_code=205)
    return _fragment(page, players, None)


def _fragment(
    page: SectionPage, players: list[int], answer: PageAnswer | None, sequence: int | None = None
) -> Response:
    """Return the changed rows, the counts and the answer."""
    return page.render_fragment(
        "players/players_fragment.html",
        answer,
        sequence,
        rows=[view.player_row(page, page.names[player]) for player in players],
        players=view.players_model(page),
    )


@router.post("/leave-out")
def leave_out(page: AtDesk) -> Response:
    return page.do(actions.LeaveOutUnconfirmed(page.key), page.url("players"))


# Several players at once


@router.post("/several")
def act_on_several(page: AtDesk, form: Form) -> Response:
    """Do an action on the selected players."""
    players = form.numbers("player")
    if form.text("choice") == "admit" and players:
        return page.redirect(page.url("players", "admit", player=players))
    back = page.on_refusal(page.url("players", by=form.text("by")))
    return page.do(_chosen_action(page, form, players), back, form.text("reason"))


def _chosen_action(page: SectionPage, form: Fields, players: tuple[int, ...]) -> actions.Action:
    choice = form.text("choice")
    if choice == "others":
        choice, players = "c", _not_called(page, players)
    if not players:
        raise NobodyNamed()
    if choice in view.CALLS:
        return actions.RollCall(page.key, players, view.CALLS[choice])
    if choice == "bye":
        number, kind = form.number("round"), view.CODES.get(form.text("kind"))
        if number is None or kind is None:
            with about("kind"):
                raise Malformed(NO_KIND)
        return actions.RequestByes(
            page.key, tuple(RequestedBye(one, number, kind) for one in players)
        )
    return SIMPLE[form.choice("choice", SIMPLE)](page.key, players)


def _not_called(page: SectionPage, missing: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players who have not been called yet, except those in `missing`."""
    waiting = page.section.registrations.items()
    return tuple(
        player
        for player, one in waiting
        if one.presence is Presence.REGISTERED and player not in missing
    )


# Late entries


@router.get("/admit")
def preview_admission(page: AtDesk) -> Response:
    """Show the numbers that late entries would get, and the numbers that would change."""
    ids = page.request.query_params.getlist("player")
    players = tuple(one for one in map(parse_whole_number, ids) if one is not None)
    page.on_refusal(page.url("players"))
    new, moves = view.numbers_after_admission(page, players)
    return page.render("players/admit.html", new=new, moves=moves)


@router.post("/admit")
def admit(page: AtDesk, form: Form) -> Response:
    return page.do(actions.Admit(page.key, form.numbers("player")), page.url("players"))


# New players


@router.post("/add")
def add(page: AtDesk, form: Form) -> Response:
    """Register a player who was typed in."""
    page.on_refusal(page.url("players", add=HAND))
    return _register(page, read_player(read_filled(form)), form, HAND)


@router.post("/add-team")
def add_team(page: AtDesk, form: Form) -> Response:
    """Register a team with its players."""
    page.on_refusal(page.url("players", add=1))
    action = actions.RegisterTeams(page.key, (_entry(form, Player("", id=0, number=0)),))
    return page.do(action, page.url("players", add=1))


def _entry(form: Fields, team: Player, known: tuple[Player, ...] = ()) -> TeamEntry:
    """Return the team as typed; without a rating it gets the average of its first boards."""
    with about("team_name"):
        if not form.text("team_name"):
            raise Malformed(NO_TEAM_NAME)
    with about("members"):
        members = read_members(form.text("members").splitlines(), known)
    rating = form.number("team_rating")
    named = replace(team, name=form.text("team_name"), rating=rating)
    return TeamEntry(named, members, form.text("captain"))


@router.post("/add-listed")
def add_listed(page: AtDesk, form: Form) -> Response:
    """Register a player with the data of a rating list."""
    page.on_refusal(page.url("players"))
    name, fide_id = form.text("list"), form.number("fide_id")
    with open_list(name) as opened:
        listed = opened.find(fide_id) if fide_id else None
        listed = listed or opened.find_national(form.text("national_id"))
        if listed is None:
            raise Malformed(NOT_FOUND, name=name)
    return _register(page, listed.player(page.section.announced.pace.value), form, LIST)


HAND, LIST = "hand", "list"
"""Where the next player is entered: the cursor stays there."""
ANYWAY = "anyway"
"""The field of a form that is sent again after the question."""
REGISTER_ANYWAY = N_("Register as another player")


def _register(page: SectionPage, player: Player, form: Fields, place: str) -> Response:
    """Register a player; ask first if one of the same name is registered, as the import does."""
    player = keep_known_id(player, page.key, page.snapshot.state)
    back = page.url("players", add=place)
    doubles = duplicates([TableEntry(player)], page.section.people.values())
    if doubles and not doubles[0].by_id and not form.is_checked(ANYWAY):
        return page.redirect(back, _ask_about_double(page, doubles[0]))
    return page.do(actions.Register(page.key, (player,)), back)


def _ask_about_double(page: SectionPage, double: Duplicate) -> PageAnswer:
    known = page.names[double.registered or 0]
    sent = sent_form(page.request)
    fields = (*sent.values, (ANYWAY, "1")) if sent else ()
    link = PageLink(known.name, page.url("players", known.id))
    line = Message(page.say(double.problem), link=link)
    ask = Confirmation(page.here, fields, page.say(REGISTER_ANYWAY))
    return PageAnswer(done=False, lines=(line,), ask=ask, form=sent)


@router.get("/similar")
def similar(page: AtDesk, name: str = "") -> Response:
    """Send who is meant by a name that is being typed: registered players, and those of a list."""
    return page.render("players/players_similar.html", similar=similar_players(page, name))


@router.get("/search")
def search(page: AtDesk, q: str = "", list: str = "") -> Response:
    """Send the players on a rating list who match what is being typed."""
    found = _hits_or_refusal(page, q, list) if q.strip() else None
    return page.render("players/players_found.html", found=found, q=q, list=list)


def _hits_or_refusal(page: SectionPage, text: str, name: str) -> Sequence[Hit] | str:
    """Return the players found, or the reason why the search fails."""
    try:
        return hits(page, text, name)
    except CrivelloError as error:
        return page.say(error)


# One player


NO_TEAM_NAME = N_("A team needs a name.")
NO_BYE = N_("Choose at least one round, and what the player gets.")
NO_UNIT = N_("{points} points cannot be given: the smallest step here is {unit}.")


def _find_player(page: SectionPage, player: int) -> Player:
    if player not in page.section.registrations:
        raise HTTPException(404)
    return page.names[player]


@router.get("/{player}")
def show_player(page: AtDesk, player: int) -> Response:
    section, known = page.section, _find_player(page, player)
    last = section.settings.rounds or 0
    byes = {
        number: page.say(BYE_NAMES[bye])
        for (one, number), bye in sorted(section.byes.items(), key=lambda item: item[0])
        if one == player and bye.requested
    }
    return page.render(
        "players/player.html",
        player=known,
        row=view.player_row(page, known),
        data=player_data(known),
        inputs=view.player_inputs(page),
        byes=byes,
        free=[n for n in range(section.next_round, last + 1) if n not in byes],
        kinds=view.bye_kinds(page),
        numbered=player in section.order,
        marked={name: tag in known.tags for name, tag in MARKS.items()},
        exchanges=bool(known.number) and not numbers_frozen(section),
        others=[
            (key, other.settings.name or key)
            for key, other in page.snapshot.state.sections.items()
            if player not in other.registrations
        ],
        given=_points_given(page, player),
        table=section.tables.get(player, ""),
        card=card(page, known.number) if known.number and section.rounds else None,
        ways=_ways(page, known),
        team=_team(page, player) if section.has_teams else None,
    )


def _team(page: SectionPage, player: int) -> dict[str, object]:
    """Return what the page of a team shows besides the page of a player."""
    section = page.section
    one = section.registrations[player]
    number = actions.lineup_round(section)
    seats: Sequence[int | None] = ()
    if number <= len(section.rounds):
        seats = section.rounds[number - 1].lineups.get(player, ())
    elif number <= (section.settings.rounds or 0):
        seats = section.lineup(player, number)
    return {
        "name": one.player.name,
        "captain": one.captain,
        "rating": one.player.rating or "",
        "members": "\n".join(map(member_line, one.members)),
        "round": number,
        "seats": ["" if seat is None else seat for seat in seats],
        "people": [("", "–"), *((member.id, member.name) for member in one.members)],
    }


@router.post("/{player}/team")
def change_team(page: AtDesk, player: int, form: Form) -> Response:
    """Change the data, players or board order of a team."""
    back = page.on_refusal(page.url("players", player))
    known = page.section.registration(player)
    entry = _entry(form, known.player, known.members)
    return page.do(actions.ChangeTeam(page.key, entry), back, form.text("reason"))


@router.post("/{player}/lineup")
def line_up(page: AtDesk, player: int, form: Form) -> Response:
    """Set the line-up of a team for a round."""
    back = page.on_refusal(page.url("players", player))
    seats = tuple(form.number(f"seat-{k}") for k in range(1, page.section.boards + 1))
    action = actions.SetLineups(page.key, (TeamLineup(player, seats),), form.number("round"))
    return page.do(action, back, form.text("reason"))


def _ways(page: SectionPage, player: Player) -> list[PageLink]:
    """Return links to other pages about a paired player: card, tie-breaks, result, explanation."""
    number = len(page.section.rounds)
    if not player.number or not number:
        return []
    ways = [
        PageLink(page.say(N_("Card")), page.url("cards", player.number)),
        PageLink(page.say(N_("Tie-breaks")), page.url("standings", "player", player.number)),
    ]
    for board, game in enumerate(page.section.rounds[-1].games, start=1):
        if player.id in (game.white, game.black):
            table = page.section.rounds[-1].tables[board - 1]
            said = page.say(N_("Round {round}, table {table}: result"), round=number, table=table)
            ways.append(PageLink(said, page.url("round", number, "board", board)))
    why = page.url("explain", number, "player", player=player.number)
    ways.append(PageLink(page.say(N_("Why this pairing in round {round}"), round=number), why))
    return ways


def _points_given(page: SectionPage, player: int) -> list[tuple[str, int, str]]:
    """Return the bonus and penalty points of a player, each with its round and reason."""
    return [
        (
            ("−" if item.event.points < 0 else "+") + page.points(abs(item.event.points)),
            item.event.round,
            item.entry.reason,
        )
        for item in page.snapshot.log
        if isinstance(item.event, PointsAdjusted)
        and item.event.section == page.key
        and player in item.event.players
        and item.sequence not in page.snapshot.undone
    ]


@router.post("/{player}/data")
def correct(page: AtDesk, player: int, form: Form) -> Response:
    back = page.on_refusal(page.url("players", player))
    corrected = change_player(_find_player(page, player), read_filled(form))
    return page.do(actions.Correct(page.key, corrected), back, form.text("reason"))


@router.post("/{player}/byes")
def request_byes(page: AtDesk, player: int, form: Form) -> Response:
    back = page.on_refusal(page.url("players", player))
    kind = view.CODES.get(form.text("kind"))
    rounds = form.numbers("round")
    with about("kind" if rounds else "round"):
        if kind is None or not rounds:
            raise Malformed(NO_BYE)
    byes = tuple(RequestedBye(player, number, kind) for number in rounds)
    return page.do(actions.RequestByes(page.key, byes), back, form.text("reason"))


@router.post("/{player}/cancel-bye")
def cancel_bye(page: AtDesk, player: int, form: Form) -> Response:
    action = actions.CancelByes(page.key, ((player, form.number("round") or 0),))
    return page.do(action, page.url("players", player))


MARKS = {"standings": UNRANKED, "half-point-byes": NO_HALF_POINT_BYES}
"""The arbiter's decisions about a player that are stored as tags."""


@router.post("/{player}/mark")
def mark(page: AtDesk, player: int, form: Form) -> Response:
    """Exclude a player from the standings or from half-point byes, or undo that."""
    back = page.on_refusal(page.url("players", player))
    key, no = MARKS[form.choice("mark", MARKS)]
    known = _find_player(page, player).with_tag(key, no if form.is_checked("on") else "")
    action = actions.Correct(page.key, known, only_here=True)
    return page.do(action, back, form.text("reason"))


@router.post("/{player}/exchange")
def exchange(page: AtDesk, player: int, form: Form) -> Response:
    """Exchange the pairing numbers of two players, while numbers may change."""
    back = page.on_refusal(page.url("players", player))
    with about("other"):
        other = find_player(page.section, form.text("other"))
    return page.do(actions.ExchangeNumbers(page.key, player, other), back, form.text("reason"))


@router.post("/{player}/withdraw")
def withdraw(page: AtDesk, player: int, form: Form) -> Response:
    back, reason = page.url("players", player), form.text("reason")
    return page.do(actions.Withdraw(page.key, (player,)), back, reason)


@router.post("/{player}/expel")
def expel(page: AtDesk, player: int, form: Form) -> Response:
    back, reason = page.url("players", player), form.text("reason")
    return page.do(actions.Expel(page.key, (player,)), back, reason)


@router.post("/{player}/return")
def play_again(page: AtDesk, player: int) -> Response:
    return page.do(actions.Return(page.key, (player,)), page.url("players", player))


@router.post("/{player}/remove")
def remove(page: AtDesk, player: int) -> Response:
    return page.do(actions.Remove(page.key, (player,)), page.url("players"))


@router.post("/{player}/move")
def move(page: AtDesk, player: int, form: Form) -> Response:
    """Move a player to another section, or register them there too."""
    page.on_refusal(page.url("players", player))
    to = form.text("to")
    if form.choice("choice", ("also", "move")) == "also":
        return page.do(actions.RegisterAlso(to, (player,)), page.url("players", player))
    return page.do(actions.MovePlayer(page.key, player, to), page.url("players"))


@router.post("/{player}/points")
def points(page: AtDesk, player: int, form: Form) -> Response:
    back = page.on_refusal(page.url("players", player))
    with about("points"):
        amount = read_points(form.text("points")) * page.section.unit
        if amount.denominator != 1:
            raise Malformed(NO_UNIT, points=form.text("points"), unit=page.points(1))
    penalty = form.choice("choice", ("bonus", "penalty")) == "penalty"
    signed = int(-amount if penalty else amount)
    return page.do(actions.AdjustPoints(page.key, (player,), signed), back, form.text("reason"))


@router.post("/{player}/table")
def table(page: AtDesk, player: int, form: Form) -> Response:
    """Set or remove the fixed table of a player."""
    back = page.on_refusal(page.url("players", player))
    tables = dict(page.section.tables)
    number = form.number("table")
    if form.text("table") and not number:
        with about("table"):
            raise Malformed(NO_TABLE_NUMBER)
    if number:
        tables[player] = number
    else:
        tables.pop(player, None)
    return page.do(actions.FixTables(page.key, tuple(tables.items())), back)
