"""`crivello study`: answer a question by many random tournaments, with tables and figures."""

from __future__ import annotations

import shlex
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from crivello.audit.runner import Executor
from crivello.audit.study.definition import Study
from crivello.audit.study.measures import MEASURES, UNFINISHED
from crivello.audit.study.run import Figures
from crivello.audit.study.run import run as run_study
from crivello.audit.study.study_file import read_study
from crivello.cli.console import Console, follow_run, remark_how_to_resume, time_left
from crivello.cli.errors import Exit
from crivello.cli.files import FileError, display_name, file_error, read_bytes, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.model.errors import Malformed, Problem, Unsupported
from crivello.model.grammar import nearest_word
from crivello.model.sentence import Sentence
from crivello.reports.study.figure_rows import (
    ResultRow,
    TimeRow,
    as_csv,
    as_parquet,
    rows,
    time_rows,
)
from crivello.reports.study.page import number, study_page
from crivello.reports.study.plots import study_figures
from crivello.reports.views.studies import study_view
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, align, clean

EXAMPLES = files("crivello") / "examples" / "studies"
"""The studies that come with the program and are run by name."""


def run(arguments: Arguments, console: Console) -> int:
    name = arguments.require("STUDY")
    text = _text(name, console)
    study = _override(read_study(text), arguments)
    folder = Path(arguments.get("--folder") or Path(name).stem)
    _make_folder(folder)
    executor = Executor(arguments.number("--jobs") or 0, arguments.get("--scheduler") or "")
    command = _command(arguments)
    try:
        figures = _run(study, folder, executor, command, console)
    except OSError as error:
        remark_how_to_resume(command, console)
        raise file_error(str(error.filename or folder), error) from error
    found = rows(figures)
    written = _write(study, figures, found, folder, text, console)
    if figures.died:
        console.remark(
            console.say(
                "Tournaments that crashed their process: {count}. They are missing from the "
                "figures; the same command tries them again.",
                count=figures.died,
            )
        )
    code = Exit.NO_PAIRING if figures.died else Exit.OK
    if console.json:
        return console.write_view("study", study_view(study, found, list(map(str, written))), code)
    return console.write_lines(_answer(study, found, written, console), code)


def _command(arguments: Arguments) -> str:
    """Return the command as it was typed, to resume the study."""
    words = ["crivello", "study", arguments.require("STUDY")]
    for option in ("-n", "--seed", "--folder", "--jobs", "--scheduler"):
        value = arguments.get(option)
        words += [] if value is None else [option, value]
    return shlex.join(words)


# From the words to the study


def _text(name: str, console: Console) -> str:
    """Return the text of a study file, or of the example of this name."""
    example = EXAMPLES / f"{name}.toml"
    if "." not in name and "/" not in name and example.is_file() and not Path(name).is_file():
        console.source = example.name
        return example.read_text(encoding="utf-8")
    console.source = display_name(name)
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = Sentence(N_("A study must be UTF-8; this file is not: save it as UTF-8."))
        raise Malformed(N_("This study cannot be run."), [Problem(sentence, 1, 1)]) from error
    except FileError as error:
        if "." in name or "/" in name:
            raise
        known = sorted(one.name.removesuffix(".toml") for one in EXAMPLES.iterdir())
        raise UsageError(
            N_(
                "There is no study {name!r}.{near:| Did you mean {}?} Give a file, or one of "
                "{known}."
            ),
            name=name,
            near=nearest_word(name, known),
            known=", ".join(known),
        ) from error


def _override(study: Study, arguments: Arguments) -> Study:
    count, seed = arguments.number("-n"), arguments.number("--seed")
    return replace(
        study,
        tournaments=study.tournaments if count is None else count,
        seed=study.seed if seed is None else seed,
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        raise UsageError(
            N_("{path} is a file: name another folder with --folder."), path=str(folder)
        ) from error
    except OSError as error:
        raise file_error(str(folder), error) from error


# Run


def _run(study: Study, folder: Path, executor: Executor, command: str, console: Console) -> Figures:
    def text(figures: Figures) -> str:
        return console.say(
            "{rate} a second, {time} left", rate=f"{figures.rate:.1f}", time=time_left(figures)
        )

    steps = run_study(study, folder / "journal.jsonl", executor)
    return follow_run(Figures(study, {}, {}), steps, text, command, console)


# Answer


def _write(
    study: Study,
    figures: Figures,
    found: list[ResultRow],
    folder: Path,
    text: str,
    console: Console,
) -> list[Path]:
    """Write all files of a study; files that need an extra which is not installed are left out."""
    pictures = {}
    contents = {"study.toml": text.encode(), "results.csv": as_csv(found, ResultRow)}
    try:
        contents["results.parquet"] = as_parquet(found, ResultRow)
    except Unsupported as error:
        console.remark(console.say(error))
    try:
        pictures = dict(study_figures(study, found, console.language))
    except Unsupported as error:
        console.remark(console.say(error))
    contents |= {f"{key}.svg": svg for key, svg in pictures.items()}
    contents["report.html"] = study_page(study, found, pictures, console.language).encode()
    contents["times.csv"] = as_csv(time_rows(figures), TimeRow)
    for name, data in contents.items():
        write_bytes(str(folder / name), data)
    return [folder / name for name in contents]


def _answer(
    study: Study, found: list[ResultRow], written: list[Path], console: Console
) -> list[str]:
    lines = []
    for kind in study.populations:
        lines += [clean(kind.name), ""]
        known = {
            (row.measure, row.system): row
            for row in found
            if row.population == kind.name and not (row.round or row.group or row.compared_with)
        }
        table = []
        for measure in (UNFINISHED, *(MEASURES[key] for key in study.measures)):
            cells = [known.get((measure.key, one.name)) for one in study.systems]
            if any(cells):
                factor = 100 if measure.percent else 1
                table.append(
                    [
                        console.say(measure.title) + (" %" if measure.percent else ""),
                        *(
                            number(row.mean * factor, measure.digits, console.language)
                            if row
                            else ""
                            for row in cells
                        ),
                    ]
                )
        heads = ["", *(clean(one.name) for one in study.systems)]
        sides = LEFT + RIGHT * len(study.systems)
        lines += [*align([heads, *table], sides, console.width), ""]
    lines.append(console.say("Written: {files}", files=", ".join(map(str, written))))
    return lines
