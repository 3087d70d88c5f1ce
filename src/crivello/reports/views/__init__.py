"""The JSON of every object, the same for `--json`, `/api/v1` and the reference in the docs.

A view is a `TypedDict`, and one function makes it. The command line adds `schema` before and
`warnings` after the view (`SCHEMAS`); `/api/v1` sends the view alone.

elements    what all views are made of: points, letters, people, sentences tables      standings,
crosstable, cards and other tables round       pairings, results, byes round_robin numbers drawn,
all rounds of the table, player against player section     a section of the desk: settings, players,
progress; the log, and the answers to actions explanation how a round was paired defects     what is
wrong with a file, and the errors of commands checks      checks, queries, campaigns, systems,
conversions lists       rating lists files       tournament files: verified, sealed, recovered,
copied studies     the results of a study

reference   members, types and texts of the views, for docs/reference/json-answers.md
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from crivello.standard.classes import frozen


@frozen
class JsonSchema:
    """One kind of JSON answer: its version, its view, and the commands and addresses that return
    it.
    """

    version: int
    view: str
    """`module.Class` in this package."""
    commands: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    """The addresses in `/api/v1` of the same object; `…` is
    `/tournaments/{file}/sections/{section}`.
    """
    lists: tuple[str, ...] = ()
    """The address of a list of such objects."""
    parts: tuple[tuple[str, str], ...] = ()
    """The address of one of the objects in it: address, and `module.Class`."""
    engine: tuple[str, ...] = ()
    """The addresses of the engine that answer with it, below `/v1`."""

    @property
    def kind(self) -> Any:
        return find_view(self.view)


def find_view(name: str) -> Any:
    """Return the class of a view by its name, `module.Class`."""
    module, _, cls = name.partition(".")
    return getattr(import_module(f"{__name__}.{module}"), cls)


SCHEMAS: dict[str, JsonSchema] = {
    "pairing": JsonSchema(
        2,
        "round.RoundView",
        ("pair FILE",),
        ("…/rounds/{number}",),
        lists=("…/rounds",),
        engine=("pair",),
    ),
    "pairing-preview": JsonSchema(1, "round.PreviewView", ("pair --preview",), ("…/preview",)),
    "standings": JsonSchema(
        2, "tables.StandingsView", ("standings",), ("…/standings",), engine=("standings",)
    ),
    "working": JsonSchema(
        2, "tables.TableView", ("standings --player",), ("…/standings/{player}",)
    ),
    "why": JsonSchema(2, "elements.TextView", ("standings --why",), ("…/standings/why",)),
    "statistics": JsonSchema(2, "tables.TablesView", ("standings --statistics",)),
    "crosstable": JsonSchema(2, "tables.CrosstableView", ("crosstable",), ("…/crosstable",)),
    "working-crosstable": JsonSchema(1, "tables.TableView", ("crosstable --working",)),
    "grid": JsonSchema(1, "round_robin.GridView", ("crosstable --by",), ("…/grid",)),
    "schedule": JsonSchema(1, "round_robin.ScheduleView", ("pair FILE --all",), ("…/schedule",)),
    "lots": JsonSchema(1, "round_robin.LotsView", ("lots",)),
    "scheveningen": JsonSchema(1, "round_robin.ScheveningenView", ("scheveningen",)),
    "cards": JsonSchema(
        2, "tables.TablesView", ("card",), parts=(("…/cards/{player}", "tables.TableView"),)
    ),
    "ratings": JsonSchema(2, "tables.TableView", ("ratings",)),
    "player-ratings": JsonSchema(2, "tables.TableView", ("ratings --player",)),
    "prizes": JsonSchema(2, "tables.TableView", ("prizes",)),
    "player-prizes": JsonSchema(2, "tables.TableView", ("prizes --player",)),
    "norms": JsonSchema(2, "tables.TableView", ("norms",)),
    "forms": JsonSchema(1, "printed_forms.FormsView", ("print it3 --to json",)),
    "player-norms": JsonSchema(2, "tables.TablesView", ("norms --player",)),
    "explanation": JsonSchema(
        1,
        "explanation.ExplanationView",
        ("explain", "teach"),
        (
            "…/rounds/{number}/explanation",
            "…/rounds/{number}/explanation/{player}",
            "…/rounds/{number}/why-not/pair",
            "…/rounds/{number}/why-not/bye",
            "…/rounds/{number}/why-not/colour",
            "…/rounds/{number}/edition-difference",
        ),
        engine=(
            "explain",
            "explain/player",
            "why-not/pair",
            "why-not/bye",
            "why-not/colour",
            "edition-difference",
        ),
    ),
    "check": JsonSchema(2, "checks.CheckView", ("check",), engine=("check",)),
    "queries": JsonSchema(2, "checks.QueriesView", ("report",), ("…/queries",)),
    "conversion": JsonSchema(2, "checks.ConversionView", ("convert", "export")),
    "campaign": JsonSchema(1, "checks.CampaignView", ("campaign",)),
    "exercises": JsonSchema(1, "exercises.ExercisesView", ("practise",)),
    "study": JsonSchema(1, "studies.StudyView", ("study",)),
    "systems": JsonSchema(1, "checks.SystemsView", ("systems",)),
    "files": JsonSchema(1, "elements.FilesView", ("COMMAND FILE FILE …",)),
    "site": JsonSchema(1, "files.SiteView", ("site",)),
    "archive": JsonSchema(1, "files.ArchiveView", ("archive",)),
    "done": JsonSchema(2, "section.AnswerView", ("every command that does something",)),
    "status": JsonSchema(
        2, "section.StatusView", ("status",), parts=(("…", "section.SectionView"),)
    ),
    "sections": JsonSchema(
        2,
        "section.TournamentView",
        ("section",),
        ("/tournaments/{file}",),
        lists=("/tournaments",),
    ),
    "settings": JsonSchema(1, "section.SettingsView", ("set",)),
    "exceptions": JsonSchema(1, "section.ExceptionsView", ("exceptions",), ("…/exceptions",)),
    "players": JsonSchema(
        2,
        "section.PlayersView",
        ("players",),
        ("…/players",),
        parts=(("…/players/{player}", "section.PlayerView"),),
    ),
    "log": JsonSchema(2, "section.LogView", ("log",), ("/tournaments/{file}/log",)),
    "verify": JsonSchema(2, "files.VerifyView", ("verify",)),
    "seal": JsonSchema(2, "files.SealView", ("seal",)),
    "recover": JsonSchema(1, "files.RecoverView", ("recover",)),
    "backup": JsonSchema(1, "files.BackupView", ("backup",)),
    "load": JsonSchema(1, "lists.LoadView", ("load",)),
    "preview": JsonSchema(1, "lists.ListPreviewView", ("load --preview",)),
    "lists": JsonSchema(1, "lists.ListsView", ("lists",)),
    "search": JsonSchema(1, "lists.SearchView", ("search",)),
    "changes": JsonSchema(1, "lists.ChangesView", ("update",)),
}


def schema(name: str) -> str:
    """Return the value of the member `schema` in an answer: `crivello/crosstable/2`."""
    return f"crivello/{name}/{SCHEMAS[name].version}"
