"""Tournaments of other programs, and copies of our own, brought to this desk."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ...model.errors import CrivelloError
from ...words import N_
from ..forms import Form
from ..jobs import Job, Steps, begin
from ..taking_over import ENTERING, SECTION, take_over
from ..uploads import read_upload
from ..view import AtDoor, address

router = APIRouter()

TAKING = N_("The tournament of {file} is being taken over.")
TAKEN = N_("The tournament of {file} is here, with everything that could be taken over.")


@router.post("/new/upload")
def new_from_file(view: AtDoor, form: Form) -> Response:
    """A report file or JSON becomes a tournament of this folder."""
    try:
        upload = read_upload(form.file("file"))
    except CrivelloError as error:
        return view.redirect("/", view.refused(error))
    title = upload.name.rpartition(".")[0] or upload.name
    with_rounds = not form.checked("players_only")
    desks, steps = view.desks, Steps(ENTERING)
    values: dict[str, object] = {"file": upload.name}
    job = Job(
        TAKING,
        values,
        "/",
        begin(lambda: take_over(desks, upload, with_rounds, title, steps)),
        progress=steps.progress,
        done=lambda name: (TAKEN, values),
        leads=lambda name: address("t", name, SECTION, "players"),
        cancel=steps.stop,
    )
    return view.wait_for(job)
