"""Lists of players: the FIDE rating list, lists of federations, and tables to be imported.

    load("players_list.zip", progress=show)
    with open_list() as fide:
        fide.search("carlsn magnus")
    find(1503014)

A list is kept in an index of its own in the user's data folder; a tournament never is.
"""

from crivello.lists.build import Stage, Stopped
from crivello.lists.changes import FIELDS, ListDifference, compare, differences, updated
from crivello.lists.entries import (
    Duplicate,
    Entries,
    TableEntry,
    completed,
    duplicates,
    read_entries,
    sheets_of,
)
from crivello.lists.list_player import ListedPlayer, PaceRating
from crivello.lists.loading import Loaded, LoadPreview, load, preview
from crivello.lists.mapping import Columns, Mapping
from crivello.lists.rating_list import (
    FIDE,
    About,
    NotLoaded,
    PlayerList,
    data_folder,
    find,
    list_file,
    lists_folder,
    loaded_lists,
    open_list,
)
from crivello.lists.search import NameMatch, SearchResult

__all__ = [
    "About",
    "Columns",
    "ListDifference",
    "Duplicate",
    "Entries",
    "TableEntry",
    "FIDE",
    "FIELDS",
    "SearchResult",
    "ListedPlayer",
    "Loaded",
    "Mapping",
    "NameMatch",
    "NotLoaded",
    "PaceRating",
    "PlayerList",
    "LoadPreview",
    "Stage",
    "Stopped",
    "compare",
    "completed",
    "data_folder",
    "differences",
    "duplicates",
    "find",
    "list_file",
    "lists_folder",
    "load",
    "loaded_lists",
    "open_list",
    "preview",
    "read_entries",
    "sheets_of",
    "updated",
]
