"""The forms of a norm tournament, compared with its norms and its games: ten players, two norms."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from crivello.formats.detect import read
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from crivello.reports.document import Document, PrintedForm
from crivello.reports.exports import as_xlsx
from crivello.reports.forms.boxes import NamedArbiter
from crivello.reports.pages import page, view
from crivello.reports.pdf import as_pdf
from crivello.reports.subject import Choice
from crivello.reports.views.printed_forms import FormsView, forms_view
from crivello.standings.norms import certifiable, norm_checks
from crivello.standings.table import Table, as_csv
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.cli.calling import call
from tests.reports.pages_read import FORMULA
from tests.reports.test_json_views import conforms
from tests.support.data import DATA

EVENT = DATA / "norms" / "round-robin.trf"
FORMS = ("it3", "it1", "fa1", "ia1", "fide-server")
POINTS = {"6½": 13, "5": 10, "4½": 9}


@pytest.fixture(scope="module")
def event() -> Tournament:
    return read(EVENT.read_bytes())


def boxes(form: PrintedForm) -> dict[str, Any]:
    """Return the values of a form by key; a key is on a form once."""
    facts = [row for one in form.tables if one.name in ("boxes", "lines") for row in one.rows]
    found = {key.text: value.raw for key, _, value in facts}
    assert len(found) == len(facts)
    return found


def forms_of(document: Document) -> list[PrintedForm]:
    forms = [one for one in document.blocks if isinstance(one, PrintedForm)]
    assert len(forms) == len(document.blocks)
    return forms


def rows_of(form: PrintedForm, name: str) -> list[dict[str, Any]]:
    (table,) = (one for one in form.tables if one.name == name)
    keys = [column.key for column in table.columns]
    return [{key: cell.raw for key, cell in zip(keys, row, strict=True)} for row in table.rows]


def with_settings(event: Tournament, **changes: Any) -> Tournament:
    return replace(event, settings=replace(event.settings, **changes))


# IT1


def test_each_norm_has_a_certificate_with_its_figures(event: Tournament) -> None:
    forms = forms_of(view("it1", event))
    found = [(boxes(one)["norm"], boxes(one)["name"]) for one in forms]
    assert found == [("GM", "Rossi, Andrea"), ("IM", "Conti, Matteo")]
    for form, check in zip(forms, certifiable(norm_checks(event, 9)), strict=True):
        told = boxes(form)
        assert (told["fide_id"], told["rating"]) == (check.player.fide_id, check.player.rating)
        assert POINTS[told["score"]] == check.half_points
        assert POINTS[told["needed"]] == check.needed
        assert (told["games"], told["average"]) == (9, check.average)
        assert told["performance"] == check.performance
        games = rows_of(form, "norm-games")
        assert [row["rating"] for row in games] == [game.opponent.rating for game in check.games]
        assert [row["fide_id"] for row in games] == [game.opponent.fide_id for game in check.games]
        assert sum(float(row["score"]) for row in games) * 2 == check.half_points
        states = {row["state"] for row in rows_of(form, "norm-requirements")}
        assert states == {"met", "unchecked"}


def test_the_figures_of_a_certificate_worked_out_by_hand(event: Tournament) -> None:
    told = boxes(forms_of(view("it1", event))[0])
    # 2432 + 2410 + 2349 + 2331 + 2561 + 2540 + 2522 + 2503 + 2296 = 21944; by 9: 2438.2
    # 6½ of 9 is 72 percent, for which the table of B.01 gives 166.
    assert (told["average"], told["percent"], told["performance"]) == (2438, 72, 2438 + 166)
    assert told["titles"] == "4 GM, 2 IM, 2 FM, 1 WIM"
    assert told["unrated"] == 0
    assert (told["start"], told["end"], told["rounds"]) == ("2026/11/07", "2026/11/14", 9)
    assert (told["chief_arbiter"], told["chief_arbiter_fide_id"]) == ("Anna Verdi", 812345)


def test_the_certificates_of_one_player(event: Tournament) -> None:
    (form,) = forms_of(view("it1", event, choice=Choice(player=8)))
    assert boxes(form)["name"] == "Conti, Matteo"
    assert not form.new_page
    other = view("it1", event, choice=Choice(player=1))
    assert [one.notes[0] for one in other.blocks if isinstance(one, Table)] == [
        "No player has a norm after round 9, as far as the data show."
    ]


def test_a_rapid_event_has_no_certificates(event: Tournament) -> None:
    rapid = page("it1", with_settings(event, kind="Individual: Round-Robin (Rapid)"))
    assert "No player has a norm after round 9" in rapid
    assert "this event is rapid" in rapid


# IT3


def test_the_tournament_report_counts_players_and_games(event: Tournament) -> None:
    (form,) = forms_of(view("it3", event))
    told = boxes(form)
    assert {key: told[key] for key in ("players", "rated", "unrated", "women")} == {
        "players": 10,
        "rated": 10,
        "unrated": 0,
        "women": 1,
    }
    assert (told["federations"], told["host"], told["foreign"]) == (7, 4, 6)
    assert (told["titled"], told["titles"]) == (10, "4 GM, 3 IM, 2 FM, 1 WIM")
    assert (told["games"], told["forfeited"], told["rounds_a_day"]) == (45, 0, 2)
    # 2561 + 2540 + 2522 + 2503 + 2451 + 2432 + 2410 + 2349 + 2331 + 2296 = 24395
    assert told["average"] == 2440
    norms = rows_of(form, "norms")
    assert [(row["norm"], row["name"], row["performance"]) for row in norms] == [
        ("GM", "Rossi, Andrea", 2604),
        ("IM", "Conti, Matteo", 2493),
    ]
    federations = {row["code"]: row["players"] for row in rows_of(form, "federations")}
    assert federations == {"ITA": 4, **dict.fromkeys(("AUT", "CRO", "ESP", "FRA", "GER", "SLO"), 1)}


def test_what_is_unknown_is_left_empty_and_listed(event: Tournament) -> None:
    bare = with_settings(
        event, federation="", chief_arbiter="", deputy_arbiters=(), time_control="", round_dates=()
    )
    (form,) = forms_of(view("it3", bare))
    told = boxes(form)
    empty = {key for key, value in told.items() if value is None}
    assert empty == {
        *("event_code", "federation", "time_control", "chief_arbiter", "chief_arbiter_fide_id"),
        *("chief_arbiter_title", "deputy_arbiters", "organiser", "host", "foreign", "rounds_a_day"),
    }
    assert {key for key, _ in form.left_empty} == empty
    read = page("it3", bare)
    (listed,) = re.findall(r"Left empty, to be filled in by hand: (.*?)</p>", read)
    (chief, federation) = forms_of(view("it1", bare))[0].signatures
    assert chief == "Chief arbiter: signature and date"
    assert federation == "Federation: signature and date"
    for _, label in form.left_empty:
        assert label.replace("'", "&#x27;") in listed or label in listed, label


def test_counts_that_an_unknown_player_could_change_are_left_empty(event: Tournament) -> None:
    first, *rest = event.players
    unknown = replace(event, players=(replace(first, federation="", sex=None), *rest))
    told = boxes(forms_of(view("it3", unknown))[0])
    assert [told[key] for key in ("federations", "host", "foreign", "women")] == [None] * 4
    assert boxes(forms_of(view("fa1", unknown))[0])["federations"] is None
    stateless = replace(event, players=(replace(first, federation="FID"), *rest))
    told = boxes(forms_of(view("it3", stateless))[0])
    assert [told[key] for key in ("federations", "host", "foreign")] == [7, 3, 6]


def test_a_pairing_system_that_nobody_stated_is_left_empty(event: Tournament) -> None:
    assert boxes(forms_of(view("it3", event))[0])["system"] == "Round robin"
    some = replace(
        event, rounds=event.rounds[:3], settings=replace(event.settings, rounds=None, kind="")
    )
    swiss = replace(some, rounds=(some.rounds[0], some.rounds[2], some.rounds[1]))
    assert boxes(forms_of(view("it3", swiss))[0])["system"] is None
    stated = with_settings(swiss, system="dutch-2026")
    assert boxes(forms_of(view("it3", stated))[0])["system"] == "FIDE (Dutch) System, 2026"


# FA1 and IA1


def test_each_arbiter_has_a_form_to_be_evaluated(event: Tournament) -> None:
    chief, deputy = forms_of(view("fa1", event))
    assert (boxes(chief)["name"], boxes(chief)["role"]) == ("Anna Verdi", "Chief arbiter")
    assert (boxes(deputy)["name"], boxes(deputy)["fide_id"]) == ("Paolo Neri", 812399)
    for form in (chief, deputy):
        told = boxes(form)
        assert told["norm"] == "FA"
        assert (told["players"], told["rated"], told["titled"]) == (10, 10, 10)
        assert (told["federations"], told["arbiters"], told["rounds"]) == (7, 2, 9)
        for key in ("laws", "objectivity", "languages", "technology", "remarks", "recommended"):
            assert told[key] is None
    assert deputy.new_page
    # Chief arbiters do not evaluate themselves.
    assert not any("Chief arbiter" in line for line in chief.signatures)
    assert any("Chief arbiter" in line for line in deputy.signatures)


def test_an_arbiter_who_has_the_title_gets_no_form(event: Tournament) -> None:
    titled = with_settings(
        event, chief_arbiter="IA Anna Verdi 812345", deputy_arbiters=("FA Neri",)
    )
    assert [boxes(one)["name"] for one in forms_of(view("ia1", titled))] == ["Neri"]
    assert "All arbiters of the event have the title FA" in page("fa1", titled)
    assert "The tournament has no arbiters." in page(
        "fa1", with_settings(event, chief_arbiter="", deputy_arbiters=())
    )


@pytest.mark.parametrize(
    ("text", "name", "number", "title"),
    [
        ("Anna Verdi (812345)", "Anna Verdi", 812345, ""),
        ("IA Anna Verdi: 812345", "Anna Verdi", 812345, "IA"),
        ("812345 Verdi, Anna (FA)", "Verdi, Anna ( )", 812345, "FA"),
        ("Fanny Naia", "Fanny Naia", None, ""),
    ],
)
def test_an_arbiter_is_read_from_a_text(
    text: str, name: str, number: int | None, title: str
) -> None:
    found = NamedArbiter.read(text)
    assert (found.fide_id, found.title) == (number, title)
    assert found.name.replace("( )", "").strip() == name.replace("( )", "").strip()


# For rating


def test_the_rated_games_add_up_to_the_crosstable(event: Tournament) -> None:
    (table,) = view("rated-games", event).blocks
    assert isinstance(table, Table)
    rows = list(csv.DictReader(StringIO(as_csv([table]))))
    assert len(rows) == 45
    half = dict.fromkeys(range(1, 11), 0.0)
    for row in rows:
        half[int(row["white_number"])] += float(row["white_points"])
        half[int(row["black_number"])] += 1 - float(row["white_points"])
        assert row["result"] == {"1": "1-0", "0.5": "1/2-1/2", "0": "0-1"}[row["white_points"]]
    assert list(half.values()) == [6, 3.5, 5.5, 5.5, 6.5, 5.5, 3, 5, 2, 2.5]
    assert rows[0]["white_fide_id"] == "800137"
    assert rows[0]["date"] == "2026/11/07"


def test_forfeits_are_not_rated_but_late_corrections_are(event: Tournament) -> None:
    games = event.rounds[0].games
    changed = (
        replace(games[0], result=Result.WHITE_WINS_BY_FORFEIT),
        replace(games[1], result=Result.WHITE_WINS, rating_result=Result.BLACK_WINS),
        replace(games[2], result=None),
        *games[3:],
    )
    first = replace(event.rounds[0], games=changed)
    named = (replace(event.players[0], name=FORMULA), *event.players[1:])
    other = replace(event, players=named, rounds=(first, *event.rounds[1:]))
    (table,) = view("rated-games", other, 1).blocks
    assert isinstance(table, Table)
    rows = list(csv.DictReader(StringIO(as_csv([table]))))
    assert len(rows) == len(games) - 2
    pair = (str(games[1].white), str(games[1].black))
    (corrected,) = (row for row in rows if (row["white_number"], row["black_number"]) == pair)
    assert corrected["result"] == "0-1"
    (whole,) = view("rated-games", other).blocks
    assert isinstance(whole, Table)
    (sheet,) = load_workbook(BytesIO(as_xlsx([whole]))).worksheets
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value == FORMULA]
    assert cells
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in cells)


def test_the_server_page_has_every_fact_in_one_place(event: Tournament) -> None:
    (form,) = forms_of(view("fide-server", event))
    told = boxes(form)
    assert (told["event"], told["city"]) == ("Torre di Lecce 2026", "Lecce")
    assert (told["deputy_1"], told["deputy_1_fide_id"]) == ("Paolo Neri", 812399)
    dates = [told[f"round_{number}"] for number in range(1, 10)]
    assert dates == list(event.settings.round_dates)
    assert "user-select: all" in page("fide-server", event)
    assert len(PdfReader(BytesIO(as_pdf(view("fide-server", event), Language.EN))).pages) == 1


def test_the_check_of_the_report_lists_what_the_command_lists(event: Tournament) -> None:
    read = page("rating-check", event)
    assert "The pairing system is missing." in read
    assert "The chief arbiter is missing." in page(
        "rating-check", with_settings(event, chief_arbiter="")
    )


# On paper, and as data


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
@pytest.mark.parametrize("name", FORMS)
def test_every_value_and_a_line_to_sign_are_on_paper(
    event: Tournament, name: str, language: Language
) -> None:
    document = view(name, event, language=language)
    pages = [one.extract_text() for one in PdfReader(BytesIO(as_pdf(document, language))).pages]
    text = "".join("".join(pages).split())
    forms = forms_of(document)
    assert len(pages) == len(forms)
    for form, paper in zip(forms, pages, strict=True):
        printed = "".join(paper.split())
        for value in boxes(form).values():
            assert value is None or "".join(str(value).split()) in printed, value
        for line in form.signatures:
            assert "".join(line.split()) in printed
    signed = {Language.EN: "aperson", Language.IT: "unapersona"}[language]
    assert (signed in text) == (name != "fide-server")


@pytest.mark.parametrize("name", FORMS)
def test_a_form_as_json_has_the_same_values(event: Tournament, name: str, tmp_path: Path) -> None:
    done = call("print", name, EVENT, "--to", "json")
    assert (done.code, done.err) == (0, "")
    answer = json.loads(done.out)
    assert answer.pop("schema") == "crivello/forms/1"
    assert answer.pop("warnings") == []
    conforms(answer, FormsView, name)
    document = view(name, event)
    assert answer == forms_view(document)
    for form, said in zip(forms_of(document), answer["forms"], strict=True):
        found = {box["key"]: box["value"] for one in said["sections"] for box in one["boxes"]}
        assert found == boxes(form)
        assert said["left_empty"] == [key for key, value in found.items() if value is None]
    written = call("print", name, EVENT, "--output", "form.json", cwd=tmp_path)
    assert written.code == 0
    assert json.loads((tmp_path / "form.json").read_text(encoding="utf-8"))["page"] == name


def test_only_forms_are_json() -> None:
    refused = call("print", "standings", EVENT, "--to", "json")
    assert refused.code == 3
    assert "standings is not a form; only forms are written as JSON here: it3, it1" in refused.err


def test_a_form_of_an_unfinished_event_says_so(event: Tournament) -> None:
    last = event.rounds[-1]
    open_game = replace(last.games[0], result=None)
    unfinished = replace(
        event, rounds=(*event.rounds[:-1], replace(last, games=(open_game, *last.games[1:])))
    )
    assert any("Provisional" in line for line in view("it3", unfinished, 9).title)


@pytest.mark.parametrize("name", ["it3", "it1"])
def test_a_form_before_the_last_round_names_the_round(event: Tournament, name: str) -> None:
    early = replace(event, rounds=event.rounds[:8])
    line = "After round 8 of 9: the event is not over."
    assert line in view(name, early).title
    assert line in view(name, event, 8).title
    assert line not in view(name, event).title
