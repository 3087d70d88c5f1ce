"""The pages of a tournament, in the order of the menu. Data only."""

from __future__ import annotations

from crivello.words import N_

MENU = (
    ("round", N_("Round")),
    ("players", N_("Players")),
    ("standings", N_("Standings")),
    ("crosstable", N_("Crosstable")),
    ("cards", N_("Cards")),
    ("explain", N_("Explain")),
    ("log", N_("Log")),
    ("settings", N_("Settings")),
    ("prizes", N_("Prizes")),
    ("files", N_("Files")),
    ("hall", N_("Hall")),
    ("print", N_("Print")),
)
"""The pages of a section, in the order of its menu: path after `/t/{file}/{section}/`, and title."""
