"""The report of a study as a page: its question, seed, tables and figures."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence

from crivello import __version__
from crivello.audit.study.definition import Population, StudiedSystem, Study
from crivello.audit.study.measures import MEASURES, UNFINISHED, Groups, StudyMeasure
from crivello.audit.study.study_file import RATES
from crivello.model.sentence import N_
from crivello.reports import styles
from crivello.reports.layout import heading, table_html, whole_page
from crivello.reports.study.figure_rows import ResultRow
from crivello.standings.table import Cell, Column, Table, facts_table, text_cell
from crivello.words import Language, Translator, decimal_points, translator
from crivello.words.escaping import Html, element, lines, style

SHEET = """\
figure { margin: 1rem 0; }
figure img { max-width: 100%; background: #fff; }
figcaption { font-size: .9rem; }
.question { max-width: 46rem; }
.sure { font-weight: bold; }
"""


def study_page(
    study: Study, rows: Sequence[ResultRow], figures: Mapping[str, bytes], language: Language
) -> str:
    """Return the page of a study; `figures` has an SVG text for each key of a measure."""
    words = translator(language)
    head = style(styles.COMMON + styles.SCREEN + styles.PRINT + SHEET)
    title = (study.title, words.say("Report of a study"))
    body = lines([heading(title), element("main", *_parts(study, rows, figures, words))])
    return whole_page(title, head, body, language)


def _parts(
    study: Study, rows: Sequence[ResultRow], figures: Mapping[str, bytes], words: Translator
) -> Iterator[Html]:
    yield element("h2", words.say("The question"))
    for paragraph in study.question.split("\n\n"):
        yield element("p", " ".join(paragraph.split()), class_="question")
    yield element("h2", words.say("Method"))
    yield from table_html(_facts(study, words))
    for kind in study.populations:
        yield element("h2", kind.name)
        here = [row for row in rows if row.population == kind.name]
        for table in _tables(study, here, words):
            yield element("h3", *table.title)
            yield from table_html(table)
    if figures:
        yield element("h2", words.say("Figures"))
    for key, svg in figures.items():
        measure = MEASURES[key]
        caption = f"{words.say(measure.title)}: {words.say(measure.meaning)}"
        address = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
        yield element(
            "figure",
            element("img", src=address, alt=caption),
            element("figcaption", caption),
        )
    yield element("h2", words.say("What the measures mean"))
    said = [
        (words.say(measure.title), words.say(measure.meaning))
        for measure in (UNFINISHED, *(MEASURES[key] for key in study.measures))
    ]
    yield from table_html(facts_table("measures", (), words.say("Measure"), said))


# Method


def _facts(study: Study, words: Translator) -> Table:
    say = words.say
    facts = [
        (say("Seed"), str(study.seed)),
        (say("Tournaments of each population"), str(study.tournaments)),
    ]
    facts += [(kind.name, _population(kind, words)) for kind in study.populations]
    facts += [
        (say("Systems"), "; ".join(_system(one, words) for one in study.systems)),
        (say("Tie-breaks"), ", ".join(study.tie_breaks) or say("none: equal points share places")),
        (
            say("Results"),
            say(
                "by the rating table, from strengths; two players who meet have the same "
                "draw in every system"
            ),
        ),
        (say("Intervals"), say("95 %, over tournaments")),
        (say("Program"), f"crivello {__version__}"),
    ]
    return facts_table("study", (), say("Study"), facts)


def _population(kind: Population, words: Translator) -> str:
    say, recipe = words.say, kind.recipe
    low, high = kind.players
    parts = [
        say(
            "players: {players}, rounds: {rounds}",
            players=str(low) if low == high else f"{low}-{high}",
            rounds=recipe.rounds,
        )
    ]
    if recipe.middle is None:
        text = N_("ratings: {lowest} to {highest}, evenly")
        parts.append(say(text, lowest=recipe.lowest_rating, highest=recipe.highest_rating))
    else:
        parts.append(
            say(
                N_("ratings: around {middle}, deviation {deviation}"),
                middle=recipe.middle,
                deviation=recipe.deviation,
            )
        )
    if recipe.rating_error:
        parts.append(say(N_("error of the ratings: {points}"), points=recipe.rating_error))
    parts.append(say(N_("draws between equals: {percent} %"), percent=recipe.draw_percentage))
    if recipe.upset_percentage:
        parts.append(say(N_("upsets: {percent} %"), percent=recipe.upset_percentage))
    if recipe.white_advantage:
        text = N_("White is worth {points} rating points")
        parts.append(say(text, points=recipe.white_advantage))
    if recipe.clubs:
        parts.append(say(N_("clubs: {clubs}"), clubs=recipe.clubs))
    for key, field in RATES.items():
        if getattr(recipe, field):
            parts.append(f"{key}: 1/{getattr(recipe, field)}")
    return ", ".join(parts)


def _system(one: StudiedSystem, words: Translator) -> str:
    parts = [one.key]
    if one.baku:
        parts.append("Baku")
    if one.against:
        parts.append(words.say("compared with {key}", key=one.against))
    said = ", ".join(parts)
    return said if said == one.name else f"{one.name} ({said})"


# The tables


def _tables(study: Study, rows: Sequence[ResultRow], words: Translator) -> Iterator[Table]:
    say = words.say
    whole = [row for row in rows if row.round == 0]
    overall = [row for row in whole if not row.group]
    yield _table(
        study,
        [row for row in overall if not row.compared_with],
        say("Whole tournaments"),
        words,
    )
    differences = [row for row in overall if row.compared_with]
    if differences:
        first = study.systems[0].name
        yield _table(study, differences, say("Difference from {system}", system=first), words)
    for key in study.measures:
        measure = MEASURES[key]
        groups = [r for r in whole if r.group and r.measure == key and not r.compared_with]
        if groups:
            yield _by_group(study, measure, groups, words)


def _table(study: Study, rows: Sequence[ResultRow], title: str, words: Translator) -> Table:
    """Return a table with a row for each measure and a column for each system."""
    known = {(row.measure, row.system): row for row in rows}
    systems = [one.name for one in study.systems if any(row.system == one.name for row in rows)]
    columns = (
        Column("measure", words.say("Measure"), leading=True),
        *(Column(f"system-{place}", name, right=True) for place, name in enumerate(systems)),
    )
    lines_ = []
    for measure in (UNFINISHED, *(MEASURES[key] for key in study.measures)):
        found = [known.get((measure.key, name)) for name in systems]
        if any(found):
            cells = [_cell(measure, row, words) for row in found]
            lines_.append((text_cell(words.say(measure.title)), *cells))
    return Table("study", (title,), columns, tuple(lines_))


def group_name(measure: StudyMeasure, group: str, words: Translator) -> str:
    """Return the name of a group, as a heading."""
    say = words.say
    match measure.groups:
        case Groups.COLOURS:
            colours = {"white": N_("more White"), "equal": N_("equal"), "black": N_("more Black")}
            return say(colours[group])
        case Groups.BOARDS:
            first, _, last = group.partition("-")
            if first == last:
                return say("board {board}", board=first)
            return say("boards {first}-{last}", first=first, last="" if last == "5000" else last)
        case Groups.CRITERIA:
            return group
        case Groups.STRENGTH:
            return say("group {group}", group=group)


def groups_in_order(measure: StudyMeasure, groups: Sequence[str]) -> list[str]:
    """Return each group once, in order.

    Groups by strength begin with the strongest, boards with the first, colours with White.
    """
    found = list(dict.fromkeys(groups))
    if measure.groups is Groups.COLOURS:
        return [one for one in ("white", "equal", "black") if one in found]
    if measure.groups is Groups.CRITERIA:
        return sorted(found, key=lambda one: [(len(part), part) for part in one.split(".")])
    return sorted(found, key=lambda one: int(one.partition("-")[0]))


def _by_group(
    study: Study, measure: StudyMeasure, rows: Sequence[ResultRow], words: Translator
) -> Table:
    known = {(row.system, row.group): row for row in rows}
    groups = groups_in_order(measure, [row.group for row in rows])
    columns = (
        Column("system", words.say("System"), leading=True),
        *(
            Column(f"group-{place}", group_name(measure, group, words), right=True)
            for place, group in enumerate(groups)
        ),
    )
    lines_ = [
        (
            text_cell(one.name),
            *(_cell(measure, known.get((one.name, group)), words) for group in groups),
        )
        for one in study.systems
        if any(row.system == one.name for row in rows)
    ]
    notes: tuple[str, ...] = ()
    if measure.groups is Groups.STRENGTH:
        text = N_("Groups of equal size by strength; group 1 has the strongest.")
        notes = (words.say(text),)
    return Table("study", (words.say(measure.title),), columns, tuple(lines_), notes)


def _cell(measure: StudyMeasure, row: ResultRow | None, words: Translator) -> Cell:
    return Cell("", None) if row is None else Cell(show_mean(measure, row, words.language), None)


def show_mean(measure: StudyMeasure, row: ResultRow, language: Language) -> str:
    """Return the mean with half of its confidence interval; a star marks a significant
    difference.
    """
    factor = 100 if measure.percent else 1
    mean = number(row.mean * factor, measure.digits, language)
    half = number((row.high - row.low) / 2 * factor, measure.digits, language)
    unit = " %" if measure.percent else ""
    if not row.compared_with:
        return f"{mean}{unit} ± {half}"
    sign = "+" if row.mean > 0 else ""
    star = " *" if row.low > 0 or row.high < 0 else ""
    return f"{sign}{mean}{unit} ± {half}{star}"


def number(value: float, digits: int, language: Language) -> str:
    """Return a number rounded to `digits` decimals, with the decimal mark of the language."""
    unit = 10**digits
    amount = round(abs(value) * unit)
    sign = "−" if value < 0 and amount else ""
    return sign + decimal_points(amount, unit, language, digits)
