"""The view of the page Explain: a round explained and drawn as it was when it was paired.

Players have their present pairing numbers, as everywhere in the hall.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from crivello.desk import Section
from crivello.desk.events import ApartSet
from crivello.desk.state import Draft
from crivello.explain.bracket_map import TracedMap
from crivello.explain.bracket_picture import MapDrawing
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationWriter,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.player.path_picture import path_picture
from crivello.explain.player.questions import answers_about
from crivello.explain.player.readers import (
    Reader,
    answer_edition,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import table_element, writer_of
from crivello.explain.round import TracedRound
from crivello.formats.trf.canonical_form import by_number
from crivello.model.grammar import is_number
from crivello.model.keys import SYSTEMS, has_two_games, pairs_matches
from crivello.model.result import read_colour
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import System, find
from crivello.web.view import SectionPage
from crivello.words import N_, Language, Template

NumberPairs = tuple[tuple[int, int], ...]


@frozen
class RoundRecord:
    """A round as it was paired, published or not; players are given by pairing number."""

    number: int
    system: str
    program: str
    """The version of the program that paired the round."""
    boards: NumberPairs
    bye: int | None
    tables: tuple[int, ...]
    """The number of each table; empty for a draft."""
    by_hand: bool
    published: bool
    basis: str


def round_record(section: Section, number: int) -> RoundRecord | None:
    """Return the record of a round; None if it is not paired."""
    numbers = {player.id: player.number for player in section.listed_players}
    draft: Draft | None
    if 1 <= number <= len(section.rounds):
        this = section.rounds[number - 1]
        boards, draft, bye, tables = this.as_paired, this.draft, this.bye, this.tables
    elif section.draft is not None and section.draft.round == number:
        draft, tables = section.draft, ()
        boards, bye = draft.boards, draft.bye
    else:
        return None
    changed = (set(boards), bye) != (set(draft.boards), draft.bye)
    return RoundRecord(
        number,
        draft.system,
        draft.program,
        tuple((numbers[white], numbers[black]) for white, black in boards),
        None if bye is None else numbers[bye],
        tables,
        draft.by_hand or changed,
        number <= len(section.rounds),
        draft.basis,
    )


@dataclass(frozen=True)
class RoundCase:
    """A round to be explained: the tournament at the time, and the edition that paired it."""

    tournament: Tournament
    number: int
    system: System


@dataclass(frozen=True)
class RoundPicture:
    """The pairing that the rules give for the round, and its map."""

    boards: NumberPairs
    bye: int | None
    map: TracedMap
    names: Mapping[int, str]
    explanations: tuple[Explanation, ...] = ()
    other: RoundPicture | None = None
    """The round as another edition would pair it, if the page was asked for that."""
    paths: tuple[str, ...] = ()
    """Pictures of the players' own paths."""


Question = Callable[[RoundCase], RoundPicture]


def make_question(explain: Callable[..., Explanation], *choice: object) -> Question:
    """Return a function that draws the round and explains it with `explain`."""

    def work(case: RoundCase) -> RoundPicture:
        answer = explain(case.system, case.tournament, case.number, *choice)
        return replace(round_picture(case), explanations=(answer,))

    return work


def of_players(*players: int, reader: Reader, language: Language) -> Question:
    def work(case: RoundCase) -> RoundPicture:
        asked = (case.system, case.tournament, case.number)
        found = tuple(answer_player(*asked, player, reader) for player in players)
        paths: tuple[str, ...] = ()
        if reader is Reader.PLAYER:
            ask = answers_about(TracedRound(*asked))
            drawn = [one for one in players if one in ask.story.entrant]
            paths = tuple(path_picture(ask, player, language) for player in drawn)
        return replace(round_picture(case), explanations=found, paths=paths)

    return work


def why_not(player: int, wish: str, reader: Reader) -> Question:
    """Return the question why a player did not get a wish: an opponent's number, or `bye`, `white`,
    `black`.
    """
    if wish == "bye":
        return make_question(answer_why_not_bye, player, reader)
    if is_number(wish):
        return make_question(answer_why_not_pair, player, int(wish), reader)
    return make_question(answer_why_not_colour, player, read_colour(wish), reader)


def other_edition(key: str, player: int = 0) -> Question:
    """Return the question how another edition pairs the round, or one player in it."""

    def work(case: RoundCase) -> RoundPicture:
        asked = (case.system, find(key), case.tournament, case.number)
        answer = answer_edition(*asked, player) if player else explain_edition_diff(*asked)
        other = round_picture(replace(case, system=find(key)))
        return replace(round_picture(case), explanations=(answer,), other=other)

    return work


def round_picture(case: RoundCase) -> RoundPicture:
    traced = TracedRound(case.system, case.tournament, case.number)
    boards = tuple((board.white, board.black) for board in traced.pairing.boards)
    names = {player.id: player.name for player in case.tournament.players}
    return RoundPicture(boards, traced.pairing.bye, traced.bracket_map(), names)


def paired_round(page: SectionPage, this: RoundRecord) -> RoundCase:
    """Return the round to be explained. It waits for the desk's thread, so it is called in another
    one.
    """
    numbers = {player.id: player.number for player in page.section.listed_players}
    section = page.key
    known = page.file.submit(lambda desk: desk.tournament_at_pairing(section, this.number))
    return RoundCase(by_number(known.result(), numbers), this.number, find(this.system))


def question_key(page: SectionPage, this: RoundRecord, *question: object) -> str:
    """Return a key that is the same for all who ask the same question about the same pairing.

    Results do not matter to it; names, numbers and decisions to keep players apart do.
    """

    def people() -> str:
        return str([(one.id, one.number, one.name) for one in page.section.listed_players])

    def find_decisions() -> list[int]:
        """Return the events that set who is kept apart, since the explanation names who decided."""
        snapshot = page.snapshot
        events = (item for item in snapshot.log if isinstance(item.event, ApartSet))
        return [item.sequence for item in events if item.sequence not in snapshot.undone]

    listed = page.snapshot.once(("listed", page.area, page.key), people)
    apart = page.snapshot.once(("decided", page.area, page.key), find_decisions)
    basis = (this.number, this.system, this.basis, listed, apart)
    asked = (page.file.name, page.key, basis, question)
    return hashlib.sha256(repr(asked).encode("utf-8", "replace")).hexdigest()[:24]


# In words


@frozen
class ExplanationLine:
    """A paragraph of an explanation, for the template."""

    text: str
    article: str
    table: Markup
    kind: str


@frozen
class ExplanationPart:
    """The paragraphs under one heading."""

    heading: str
    bracket: int | None
    lines: tuple[ExplanationLine, ...]


def parts(explanation: Explanation, language: Language) -> list[ExplanationPart]:
    writer = writer_of(explanation, language)
    found: list[tuple[str, int | None, list[ExplanationLine]]] = [("", None, [])]
    for paragraph in explanation:
        if paragraph.kind is ParagraphKind.HEADING:
            found.append((writer.say(paragraph), paragraph.bracket, []))
        else:
            found[-1][2].append(_line(paragraph, writer))
    return [
        ExplanationPart(heading, bracket, tuple(lines))
        for heading, bracket, lines in found
        if lines or heading
    ]


PAIR = N_("{white} has White against {black}.")
DOWN = N_("{player} is not paired here and floats to score {score}.")
UP = N_("{player} is brought up to score {score}.")
WITH_BYE = N_("{player} gets the bye.")
THE_BYE = N_("The bye")


def parts_in_words(drawing: MapDrawing) -> list[ExplanationPart]:
    """Return what happened in each bracket, with names and without codes, as the map has it."""
    traced = drawing.map
    target = {(one.player, one.origin): one.target for one in traced.floats}
    found = []

    def line(template: Template, **values: str) -> ExplanationLine:
        return ExplanationLine(drawing.say(template, **values), "", Markup(), "text")

    for place, bracket in enumerate(traced.brackets):
        lines = []
        for pair in bracket.pairs:
            white, black = pair if pair[0] in traced.white else pair[::-1]
            lines.append(line(PAIR, white=drawing.person(white), black=drawing.person(black)))
        for player in bracket.leaving:
            to = target.get((player, place))
            if to is not None:
                score = drawing.score(traced.brackets[to])
                said = UP if to < place else DOWN
                lines.append(line(said, player=drawing.person(player), score=score))
            elif player == traced.bye:
                lines.append(line(WITH_BYE, player=drawing.person(player)))
        if lines:
            number = bracket.numbers[0] if bracket.numbers else None
            found.append(ExplanationPart(drawing.heading(bracket), number, tuple(lines)))
    if traced.bye_apart and traced.bye is not None:
        lines = [line(WITH_BYE, player=drawing.person(traced.bye))]
        found.append(ExplanationPart(drawing.say(THE_BYE), None, tuple(lines)))
    return found


def _line(paragraph: Paragraph, writer: ExplanationWriter) -> ExplanationLine:
    """Return a paragraph for the template; `table_element` has escaped the texts of its table."""
    table = Markup() if paragraph.table is None else Markup(table_element(paragraph.table, writer))
    text, kind = writer.say(paragraph), paragraph.kind.value
    return ExplanationLine(text, paragraph.article, table, kind)


def answers(explanations: Iterable[Explanation], language: Language) -> list[ExplanationPart]:
    """Return short answers, each under its question; paragraphs that came before are left out."""
    found: list[ExplanationPart] = []
    before: list[Paragraph] = []
    for one in explanations:
        writer = writer_of(one, language)
        plain = one.depth is Depth.PLAYER
        new = [paragraph for paragraph in one if plain or paragraph not in before]
        lines = tuple(_line(paragraph, writer) for paragraph in new)
        found.append(ExplanationPart(writer.say(one.title), None, lines))
        before += new
    return found


# With an explanation: how the round differs from it, and further questions


BY_HAND = N_("The arbiter made or changed this round by hand. The explanation follows the rules.")
OTHERWISE = N_(
    "crivello {program} paired this round differently from the present version. "
    "The explanation follows the rules."
)


@frozen
class Differs:
    """The differences between the actual round and the one explained."""

    text: str
    added: Sequence[str]
    missing: Sequence[str]


def differs_from(page: SectionPage, this: RoundRecord, drawn: RoundPicture) -> Differs | None:
    same = set(drawn.boards) == set(this.boards) and drawn.bye == this.bye
    if same and not this.by_hand:
        return None
    text = page.say(BY_HAND) if this.by_hand else page.say(OTHERWISE, program=this.program)
    return Differs(
        text,
        _board_texts(page, this.boards, drawn.boards, this.bye if this.bye != drawn.bye else None),
        _board_texts(page, drawn.boards, this.boards, drawn.bye if this.bye != drawn.bye else None),
    )


def _board_texts(
    page: SectionPage, boards: NumberPairs, others: NumberPairs, bye: int | None
) -> list[str]:
    """Return the boards and the bye that the other pairing does not have, as texts."""
    names = {
        player.number: f"{player.number} {player.name}" for player in page.section.listed_players
    }
    written = [f"{names[w]} – {names[b]}" for w, b in boards if (w, b) not in others]
    if bye is not None:
        written.append(page.say(N_("{player}: bye"), player=names[bye]))
    return written


@frozen
class Questions:
    """The forms for questions, filled in with the last one."""

    players: Sequence[tuple[int, str]]
    editions: Sequence[tuple[str, str]]
    """Editions that pair the same kind of competitors, with their titles."""
    player: int = 0
    wish: str = ""
    edition: str = ""


def questions(
    page: SectionPage,
    this: RoundRecord,
    asked: tuple[int, str] = (0, ""),
    edition: str = "",
    first: Sequence[int] = (),
) -> Questions:
    """Return the forms for questions; `first`: players with whom the lists begin."""
    here = {player for pair in this.boards for player in pair} | {this.bye}
    people = [
        (one.number, f"{one.number} {one.name}")
        for one in sorted(
            page.section.listed_players, key=lambda one: (one.number not in first, one.number)
        )
        if one.number in here
    ]
    kind = pairs_matches(this.system), has_two_games(this.system)
    editions = [
        (key, page.say(one.title))
        for key, one in SYSTEMS.items()
        if key != this.system and (pairs_matches(key), has_two_games(key)) == kind
    ]
    return Questions(people, editions, *asked, edition)
