"""`crivello site`: the whole tournament as a folder of pages."""

from __future__ import annotations

import os
from pathlib import Path

from crivello.cli.console import Console
from crivello.cli.files import FileError, file_error, write_text
from crivello.cli.options import Arguments
from crivello.cli.reports.source import subject_given
from crivello.reports.site import check_ours, replace_folder, site_files
from crivello.reports.views.files import SiteView
from crivello.words import N_


def run(arguments: Arguments, console: Console) -> int:
    folder = arguments.require("DIR")
    subject = subject_given(arguments, console, published_only=True)
    try:
        check_ours(Path(os.path.realpath(folder)))  # before the work, not after it
        count = replace_folder(folder, site_files(subject, console.language))
    except OSError as error:
        raise file_error(folder, error) from error
    except ValueError as error:
        raise FileError(N_("{path!r} is not the name of a file."), path=folder) from error
    start = os.path.join(folder, "index.html")
    if console.json:
        answer = SiteView(folder=folder, files=count, start=start)
        write_text("-", console.view("site", answer))
    else:
        said = N_("One file written; begin at {start}", "{count} files written; begin at {start}")
        write_text("-", console.say(said, count=count, start=start) + "\n")
    return 0
