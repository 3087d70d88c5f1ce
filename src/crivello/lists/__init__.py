"""Lists of players: the FIDE rating list, lists of federations, and tables to be imported.

    load("players_list.zip", progress=show)
    with open_list() as fide:
        fide.search("carlsn magnus")
    find(1503014)

A list is kept in an index of its own in the user's data folder; a tournament never is.
"""

from crivello.lists.build import Stage
from crivello.lists.changes import (
    FIELDS,
    ListDifference,
    compare,
    differences,
    has_wrong_id,
    update_player,
)
from crivello.lists.currency import ListCheck, check_lists
from crivello.lists.entries import (
    Entries,
    PlayersFile,
    TableEntry,
    complete_player,
    look_through,
    open_players,
    read_entries,
    sheets_of,
    unreadable,
)
from crivello.lists.list_player import FIDE, ListedPlayer, PaceRating
from crivello.lists.loading import LoadPreview, LoadReport, load, preview
from crivello.lists.mapping import FIELD_NAMES, Columns, Mapping
from crivello.lists.rating_list import (
    ListInfo,
    NotLoaded,
    PlayerList,
    data_folder,
    find,
    list_file,
    lists_folder,
    loaded_lists,
    open_list,
    previous_list,
    restore,
)
from crivello.lists.review import Duplicate, ReviewedRow, duplicates, review
from crivello.lists.search import NameMatch, SearchResult
from crivello.store.list_index import Stopped

__all__ = [
    "ListInfo",
    "Columns",
    "ListCheck",
    "ListDifference",
    "Duplicate",
    "Entries",
    "TableEntry",
    "FIDE",
    "FIELDS",
    "FIELD_NAMES",
    "SearchResult",
    "ListedPlayer",
    "LoadReport",
    "Mapping",
    "NameMatch",
    "NotLoaded",
    "PaceRating",
    "PlayerList",
    "PlayersFile",
    "ReviewedRow",
    "LoadPreview",
    "Stage",
    "Stopped",
    "check_lists",
    "compare",
    "complete_player",
    "data_folder",
    "differences",
    "duplicates",
    "find",
    "has_wrong_id",
    "list_file",
    "lists_folder",
    "load",
    "loaded_lists",
    "look_through",
    "open_list",
    "open_players",
    "preview",
    "previous_list",
    "read_entries",
    "restore",
    "review",
    "sheets_of",
    "unreadable",
    "update_player",
]
