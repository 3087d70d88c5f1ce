"""Remedies of errors as pages show them: a sentence, and a link to the page where it can be done.

The command line shows the same remedies as commands (`cli/errors.py`).
"""

from __future__ import annotations

from crivello.model.errors import RemedyKind
from crivello.standard.classes import frozen
from crivello.words import N_, Template

TITLES: dict[str, str] = {
    "log": N_("Log"),
    "players": N_("Players"),
    "players/lists": N_("Rating lists"),
    "prizes": N_("Prizes"),
    "round": N_("Round"),
    "settings": N_("Settings"),
    "standings": N_("Standings"),
}
"""The pages of a section that an advice can link to, with their titles."""


@frozen
class Advice:
    """What to do about an error, and on which page."""

    text: Template
    page: str = ""
    """The page on which the advice can be followed, a key of `TITLES`; that page does not show the
    advice. If empty, every page shows it."""
    opening: Template = ""
    """The text where the form of a new tournament was refused, if that form has the remedy."""


ADVICE = {
    RemedyKind.ADD_PLAYER: Advice(N_("Add players on the page “Players”."), "players"),
    RemedyKind.ADMIT_LATE_ENTRY: Advice(N_("Admit late entries on the page “Players”."), "players"),
    RemedyKind.ANNOUNCE_PRIZES: Advice(N_("Announce them on the page “Prizes”."), "prizes"),
    RemedyKind.ANNOUNCE_ROUNDS: Advice(N_("Announce them on the page “Settings”."), "settings"),
    RemedyKind.ANSWER_NO_SHOWS: Advice(
        N_("The page of the round asks this, under “Lost by forfeit: who continues?”."), "round"
    ),
    RemedyKind.CANCEL_BYE: Advice(N_("Cancel the bye on the page of the player."), "players"),
    RemedyKind.CHANGE_SETTING: Advice(N_("Change it on the page “Settings”."), "settings"),
    RemedyKind.CHOOSE_EDITION: Advice(
        N_(
            "Choose the edition in force. Outside FIDE mode, which needs a reason, the earlier one "
            "can be used."
        )
    ),
    RemedyKind.CORRECT_RESULT: Advice(
        N_("Click its result on the page of the round; correct it on the page that opens.")
    ),
    RemedyKind.DRAW_COLOUR: Advice(N_("Draw it on the page of the round."), "round"),
    RemedyKind.ENTER_RESULT: Advice(N_("Enter results on the page of the round."), "round"),
    RemedyKind.GUESS_COLUMNS: Advice(N_("Name the columns under “Columns”, or write “guess”.")),
    RemedyKind.LEAVE_FIDE_MODE: Advice(
        N_("Leave FIDE mode, for good, under “FIDE mode” on the page “Settings”."),
        opening=N_("Tick “This tournament is not in FIDE mode”, and give a reason."),
    ),
    RemedyKind.LOAD_LIST: Advice(N_("Load it on the page “Rating lists”."), "players/lists"),
    RemedyKind.MAKE_BACKUP: Advice(
        N_("Name a folder for it under “Backup copy” on the page “Settings”."), "settings"
    ),
    RemedyKind.NAME_COLUMNS: Advice(N_("Name the column under “Columns”.")),
    RemedyKind.PAIR: Advice(N_("Pair it on the page of the round."), "round"),
    RemedyKind.PUBLISH_RESULTS: Advice(N_("Publish them on the page of the round."), "round"),
    RemedyKind.RECOVER_FILE: Advice(
        N_("The command crivello recover saves what is in it into a new file.")
    ),
    RemedyKind.SHOW_LOG: Advice(N_("Undo it on the page “Log”."), "log"),
    RemedyKind.SHOW_PLAYERS: Advice(
        N_("The page “Players” shows all players as they are now."), "players"
    ),
    RemedyKind.SHOW_STANDINGS: Advice(
        N_("The page “Standings” shows the final ranking."), "standings"
    ),
    RemedyKind.TAKE_RESULT_BACK: Advice(N_("Delete it on the page of the round."), "round"),
    RemedyKind.WITHDRAW_PLAYER: Advice(
        N_("Enter the withdrawal on the page of the player."), "players"
    ),
}
BESIDE = {
    RemedyKind.GIVE_CASE_AND_REASON,
    RemedyKind.GIVE_DECISION_AND_REASON,
    RemedyKind.GIVE_REASON,
    RemedyKind.MARK_PROVISIONAL,
    RemedyKind.PAIR_THE_REST,
    RemedyKind.PROCEED,
    RemedyKind.UNDO_ALONG,
}
"""Remedies that the refused form itself offers as a field or a button, so that they need no
advice."""
