"""Types of the desk as types of the interface, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crivello.desk.announced import Announced
from crivello.desk.events import ChangeCase, Presence
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.web.api.shapes import shape

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
