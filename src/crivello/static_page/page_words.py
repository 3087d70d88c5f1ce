"""The names of the views, and the sentences of the scripts.

`tools/page.py` writes them into the page in its language.
"""

from __future__ import annotations

from crivello.words import N_

VIEW_NAMES = {
    "round": N_("Round"),
    "steps": N_("Step by step"),
    "player": N_("Why?"),
    "edition": N_("Other edition"),
    "standings": N_("Standings"),
    "check": N_("Check"),
    "exercise": N_("Practise"),
}
WORDS = {
    "failed": N_("The engine cannot be loaded: {error}. Load the page again."),
    "late": N_("There was no answer after {seconds} seconds. The engine has been started again."),
    "crashed": N_("The engine stopped: {error}. It has been started again."),
    "large": N_("This file has {found} bytes; the page opens files of up to {most}."),
    "address": N_("The address does not hold a position of this page. The example is shown."),
    "long": N_("This file is too long for an address. Send the file instead."),
    "copied": N_("Copied"),
    "bar": N_("Copy the address from the address bar: it holds this position."),
    "repair": N_("Repair what can be repaired, and open it"),
    "candidate": N_("Candidate {number} of {count}"),
    "first": N_("First"),
    "back": N_("Back"),
    "next": N_("Next"),
    "decision": N_("To the decision"),
}
"""The sentences of the scripts, which fill the fields."""
