"""A table of everything that crivello can do, with a column for each interface.

A new command, action or library function gets its row; an empty cell is a decision.
"""

from __future__ import annotations

from pathlib import Path

import crivello
from crivello.cli.commands import COMMANDS
from crivello.web.api.actions import KINDS
from crivello.web.api.description import ROUTERS
from crivello.web.app import create_app
from crivello.web.menu import MENU
from tests.cli.calling import EXAMPLE, call

# What | commands | page of a section, or an address | actions and resources of the API | library.
# F, S, N, P and B stand for file, section, round, player and board; `.name` is of Tournament.
TABLE = """
open a tournament   | new | /new | OpenSection tournaments events | .new
add a section       | section | settings/section | OpenSection |
settings            | set | settings/rules | ChangeSettings SetSchedule | .with_settings
FIDE mode           | fide-mode | settings/leave-fide-mode | LeaveFideMode |
where it stands     | status | /t/F/S | status | .round .before
the projector       |  | hall |  |
exceptions          | exceptions | exceptions | exceptions |
players             | players | players | players | .player
add a player        | add import | players/add | Register RegisterAlso | .add_player
teams               | add-team edit-team teams | players/add-team | RegisterTeams ChangeTeam \
| .members
line-ups            | lineup | players/P/lineup | SetLineups | .with_lineup
a player's data     | edit | players/P/data | CorrectPlayers |
remove a player     | remove | players/P/remove | Remove |
move to a section   | move | players/P/move | MovePlayer |
who is present      | present | players/call | RollCall LeaveOutUnconfirmed |
late entries        | late | players/admit | Admit |
byes and absences   | bye absent | players/P/byes | RequestByes CancelByes Absent | .bye
leave and come back | withdraw expel return | players/P/withdraw | Withdraw Expel Return | .withdraw
points by decision  | points | players/P/points | AdjustPoints |
tables of players   | tables | settings/tables | FixTables |
keep apart          | keep-apart | settings/apart | SetApart KeepTagApart |
round 1 by request  | first-round | settings/meet | SetMeetings |
initial colour      | draw | round/N/colour | DrawColour |
lots                | lots draw | settings/lots | DrawLots ExchangeNumbers | lots .with_numbers
pair                | pair | round/N/pair | Pair PairByHand Discard rounds preview | pair
a round robin       | pair | schedule | PublishSchedule schedule | schedule
Scheveningen        | scheveningen |  |  | scheveningen
change a pairing    | swap colours meet | round/N/rearrange | ChangeDraft ChangePublished |
publish             | publish | round/N/publish | Publish PublishResults publish publish-results \
| .with_pairing
chess-results.com   | publish-online | files | RecordOnlineKey |
results             | result results | round/N/result | EnterResults EnterBoards results seen \
| .with_results
correct a result    | correct | round/N/board/B/correct | CorrectResult Correct |
no-shows            | no-shows | round/N/no-shows | MarkNoShows AnswerNoShows |
end a round         | end | round/N/end | EndRound end |
undo and redo       | undo redo log | log | undo redo log actions |
explain             | explain | explain/N | explanation why-not edition-difference \
| explain why_not
teach               | teach | explain/N/teach |  | bracket_map explain_bracket
practise            | practise | /practise |  |
standings           | standings | standings | standings | standings table
crosstable          | crosstable | crosstable | crosstable grid | grid
cards               | card | cards/P | cards |
ratings             | ratings | standings/player/P |  |
prizes              | prizes | prizes |  |
norms               | norms | prizes/norms |  |
print               | print | print |  |
web pages, games    | site pgn | files/site |  |
report to FIDE      | report export archive | end | queries report-file | write
rating lists        | load lists search update | players/lists |  |
verify and seal     | verify seal | log/verify |  |
copies              | backup recover | settings/backup-folder |  |
files               | convert example | files |  | read write example .to_json
check               | check study |  |  | check .validate
random tournaments  | generate campaign |  |  | generate
drawings            |  |  |  | plot
systems, help       | systems manual completions | /help |  |
plug-ins            | systems | settings |  | register_tie_break register_system \
register_format register_print
the programs        | desk network engine mcp | network |  |
"""
LETTERS = {
    "F": "{file}",
    "S": "{section}",
    "N": "{number}",
    "P": "{player}",
    "B": "{board}",
}


def column(place: int) -> set[str]:
    rows = [line.split("|") for line in TABLE.strip().splitlines()]
    assert all(len(row) == 5 for row in rows)
    return {word for row in rows for word in row[place].split()}


def test_every_command_has_its_row() -> None:
    assert column(1) == set(COMMANDS)


def test_every_action_of_the_api_has_its_row() -> None:
    assert {word for word in column(3) if word[0].isupper()} == set(KINDS)


def test_every_resource_of_the_api_has_its_row() -> None:
    paths = (getattr(route, "path", "") for router in ROUTERS for route in router.routes)
    assert {word for word in column(3) if word[0].islower()} == set(map(resource, paths)) - {""}


def resource(path: str) -> str:
    """Return the word of an address that names its subject, below the section or the round."""
    parts = [part for part in path.split("/")[3:] if not part.startswith("{")]
    if "sections" in parts:
        first, second, *_ = [*parts[parts.index("sections") + 1 :], "", ""]
        return (second if first == "rounds" else "") or first or "status"
    return parts[-1] if parts else ""


def test_every_function_of_the_library_has_its_row() -> None:
    functions = {name for name in crivello.__all__ if name.islower() and name != "__version__"}
    named = column(4)
    assert {name for name in named if not name.startswith(".")} == functions
    methods = {name.removeprefix(".") for name in named - functions}
    public = {name for name in dir(crivello.Tournament) if not name.startswith("_")}
    assert methods == {name for name in public if callable(getattr(crivello.Tournament, name))}


def test_every_page_of_the_table_is_there(tmp_path: Path) -> None:
    paths = {path for route in create_app(tmp_path).routes if (path := getattr(route, "path", ""))}
    named = {one if one.startswith("/") else f"/t/F/S/{one}" for one in column(2)}
    assert {"/".join(LETTERS.get(part, part) for part in one.split("/")) for one in named} <= paths


def test_every_page_of_the_menu_has_its_row() -> None:
    menu = {path for _, pages in MENU for path, _ in pages}
    assert menu <= {one.split("/")[0] for one in column(2)}


def test_a_player_is_the_same_by_number_name_and_fide_id() -> None:
    """This holds for commands with a file, and for the library."""
    tournament = crivello.read(EXAMPLE)
    by_number = call("card", EXAMPLE, "--player", "4").out
    assert call("card", EXAMPLE, "--player", "davide").out == by_number
    assert tournament.player(4) == tournament.player("davide")
    known = tournament.add_player(crivello.Player("Rossi, Ada", fide_id=4_150_001))
    assert known.player(4_150_001).name == known.player("4150001").name == "Rossi, Ada"


def test_a_player_who_is_not_there_is_answered_alike() -> None:
    tournament = crivello.read(EXAMPLE)
    for who in ("99", "Davidde"):
        try:
            tournament.player(who)
        except crivello.Illegal as error:
            said = str(error)
        for command in ("explain", "card", "ratings", "standings", "norms"):
            told = call(command, EXAMPLE, "--player", who)
            assert (told.code, told.err.strip().split("\n")[-1]) == (3, f"crivello: {said}")
