"""Tournaments of other programs, and copies of our own, brought to this desk."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ...model.errors import CrivelloError
from ...words import N_
from ..forms import Form
from ..taking_over import SECTION, take_over
from ..told import Line, Told, refusal
from ..uploads import read_upload
from ..view import AtDoor, address

router = APIRouter()

TAKEN = N_("The tournament of {file} is here, with everything that could be taken over.")


@router.post("/new/upload")
def new_from_file(view: AtDoor, form: Form) -> Response:
    """A report file or JSON becomes a tournament of this folder."""
    try:
        upload = read_upload(form.file("file"))
        title = upload.name.rpartition(".")[0] or upload.name
        name = take_over(view.desks, upload, not form.checked("players_only"), title)
    except CrivelloError as error:
        return view.redirect("/", refusal(error, view.language, {}))
    told = Told(True, (Line(view.say(TAKEN, file=upload.name)),))
    return view.redirect(address("t", name, SECTION, "players"), told)
