"""FA1 and IA1: an arbiter's work at an event, for a norm as FIDE or International Arbiter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from crivello.model.matches import individual_of
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.reports.document import LINES, Block, Document, PrintedForm, only_note
from crivello.reports.forms.boxes import (
    TO_SIGN,
    Box,
    NamedArbiter,
    arbiters_of,
    boxes,
    chief_boxes,
    count_federations,
    event_boxes,
    federation_signs,
)
from crivello.reports.subject import Choice, Subject
from crivello.words import Translator

NO_ARBITER = N_(
    "The tournament has no arbiters. Enter the chief arbiter and the deputy arbiters first."
)
ALL_HOLD = N_("All arbiters of the event have the title {title} or a higher one.")
HOLDERS = {"FA": ("FA", "IA"), "IA": ("IA",)}
"""The titles with which an arbiter does not need the norm."""
NOT_JUDGED = N_("Whether this event counts for the title {title} (B.06.1) is not checked.")


def arbiter_form(title: str) -> Callable[[Subject, Translator, Choice], Document]:
    """Return the view of FA1 or IA1: a form for each arbiter, for the title FA or IA."""

    def view(subject: Subject, words: Translator, choice: Choice) -> Document:
        say, settings = words.say, subject.tournament.settings
        arbiters = arbiters_of(settings)
        without = [one for one in arbiters if one.title not in HOLDERS[title]]
        forms: list[Block] = [
            _form(title, one, subject, words, place > 0) for place, one in enumerate(without)
        ]
        if not forms:
            why = say(ALL_HOLD, title=title) if arbiters else say(NO_ARBITER)
            forms = [only_note("arbiters", why)]
        named = say("{form}: norm of an arbiter", form=f"{title}1")
        return Document(f"{title.lower()}1", (settings.name, named), tuple(forms))

    return view


def _form(
    title: str, arbiter: NamedArbiter, subject: Subject, words: Translator, new_page: bool
) -> PrintedForm:
    say, settings = words.say, subject.tournament.settings
    chief = say("Chief arbiter: signature and date")
    evaluation = say("Evaluation by the chief arbiter")
    if arbiter.chief:
        chief = say("Organiser: signature and date")
        evaluation = say("Evaluation by the organiser or the federation")
    tables = (
        boxes(say("Arbiter"), _arbiter(title, arbiter, words)),
        boxes(say("The event"), event_boxes(subject, words)),
        boxes(say("Players"), _players(individual_of(subject.tournament), words)),
        boxes(say("Arbiters"), _arbiters(subject, words)),
        boxes(evaluation, _evaluation(words), LINES),
    )
    signed = (
        chief,
        federation_signs(settings, words),
    )
    about = say("{title} norm of {name}", title=title, name=arbiter.name)
    notes = (say(NOT_JUDGED, title=title), say(TO_SIGN))
    return PrintedForm(f"{title}1", about, tables, signed, notes, new_page)


def _arbiter(title: str, arbiter: NamedArbiter, words: Translator) -> Iterator[Box]:
    say = words.say
    yield "norm", say("Norm"), title
    yield "name", say("Name"), arbiter.name
    yield "fide_id", say("FIDE id"), arbiter.fide_id
    yield "arbiter_federation", say("Federation of the arbiter"), None
    yield "birth", say("Date of birth"), None
    yield "title", say("Title"), arbiter.title
    role = N_("Chief arbiter") if arbiter.chief else N_("Deputy arbiter")
    yield "role", say("Role"), say(role)


def _players(tournament: Tournament, words: Translator) -> Iterator[Box]:
    say, players = words.say, tournament.players
    yield "players", say("Players"), len(players)
    yield "rated", say("Players with a rating"), sum(bool(player.rating) for player in players)
    titled = sum(player.title is not None for player in players)
    yield "titled", say("Players with a title"), titled
    yield "federations", say("Federations"), count_federations(players)


def _arbiters(subject: Subject, words: Translator) -> Iterator[Box]:
    settings = subject.tournament.settings
    yield from chief_boxes(settings, words)
    yield "arbiters", words.say("Number of arbiters"), len(arbiters_of(settings))
    yield "organiser", words.say("Organiser, with address"), None


def _evaluation(words: Translator) -> Iterator[Box]:
    say = words.say
    yield "laws", say("Knowledge of the Laws of Chess and of FIDE's regulations"), None
    yield "objectivity", say("Objectivity"), None
    yield "languages", say("Languages"), None
    yield "technology", say("Electronic clocks and computer programs"), None
    yield "remarks", say("Remarks"), None
    yield "recommended", say("Norm recommended (yes or no)"), None
