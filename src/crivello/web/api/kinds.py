"""Types of the desk as types of the interface, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...desk.announced import Announced
from ...desk.events import ChangeCase, Presence
from ...model.player import Player
from ...model.result import Award, Bye, Colour, Result
from ...model.settings import Settings
from .shapes import shape

if TYPE_CHECKING:
    AnnouncedJson = Any
    PlayerJson = Any
    SettingsJson = Any
    AwardJson = str
    ByeJson = str
    ChangeCaseJson = str
    ColourJson = str
    PresenceJson = str
    ResultJson = str
else:
    AnnouncedJson = shape(Announced)
    PlayerJson = shape(Player)
    SettingsJson = shape(Settings)
    AwardJson = shape(Award)
    ByeJson = shape(Bye)
    ChangeCaseJson = shape(ChangeCase)
    ColourJson = shape(Colour)
    PresenceJson = shape(Presence)
    ResultJson = shape(Result)
