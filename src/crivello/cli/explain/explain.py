"""`crivello explain`: explain how a round was paired, and why not in another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.audit.comparison import ComparedRound
from crivello.cli.console import Console
from crivello.cli.desk_session import open_path, section_of
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import (
    NOT_AT_THE_DESK,
    chosen_system,
    given_path,
    load,
    today,
    with_drawn_colour,
)
from crivello.cli.standings.tables import chosen_form
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Depth, Explanation
from crivello.explain.player.readers import (
    Reader,
    answer_edition,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import as_form, as_json
from crivello.explain.round import explain_round
from crivello.model.errors import Illegal
from crivello.model.player_lookup import Candidate, candidates, find_one, find_two
from crivello.model.result import read_colour
from crivello.model.tournament import Tournament
from crivello.systems.registry import System, find
from crivello.systems.request import choose_edition, round_to_explain, with_choices
from crivello.words import N_
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.desk import Section

QUESTIONS = ("--player", "--why-not", "--why-not-bye", "--why-not-colour", "--edition-diff")


def run(arguments: Arguments, console: Console) -> int:
    if not {"--player", "--edition-diff"} <= {name for name in QUESTIONS if name in arguments}:
        arguments.refuse_together(*QUESTIONS)
    arguments.refuse_together("--brief", "--full", "--depth")
    form = chosen_form(arguments, console)
    tournament, number, actual, people = round_of_file(arguments, console, form == "json")
    system = chosen_system(tournament, arguments)
    tournament = with_choices(tournament, arguments.all("--option"), system.key)
    tournament = with_drawn_colour(tournament, system, arguments, console)
    explanation = _answer(arguments, system, tournament, number, people)
    published = _as_published(system, tournament, number, actual)
    last = tournament.paired_rounds
    if "--round" not in arguments and actual is None and last and not console.json:
        console.remark(console.say(NOT_PAIRED_YET, round=number, last=last))
    if published is False:
        sentence = N_(
            "The file's pairing of round {round} differs from that of {key}; the latter "
            "is explained."
        )
        console.remark(console.say(sentence, round=number, key=system.key))
    return write_explanation(console, form, explanation, as_published=published)


def write_explanation(console: Console, form: str, explanation: Explanation, **more: object) -> int:
    """Write an explanation in the chosen format; `more` is added to the JSON."""
    if form == "json":
        return console.write(console.as_json(as_json(explanation, console.language) | more))
    text = as_form(form, explanation, console.language, console.width)
    return console.write_lines(clean(line) for line in text.splitlines())


RoundOfFile = tuple[Tournament, int, ComparedRound | None, list[Candidate]]
"""The tournament as known when the round was paired, the round, its pairing (None if it is not
paired), and the players as people name them.
"""
NOT_PAIRED_YET = N_(
    "Round {round} is not paired yet: this is how it would be paired now. For the last round that "
    "is paired: --round {last}"
)


def round_of_file(arguments: Arguments, console: Console, by_id: bool = False) -> RoundOfFile:
    """Return the round to explain.

    With `by_id`, players of a .crivello file keep their permanent ids.
    """
    path = given_path(arguments)
    if is_tournament_file(path):
        for option in ("--option", "--initial-colour"):
            if option in arguments:
                raise UsageError(NOT_AT_THE_DESK, option=option)
        return _from_desk(path, arguments, console, by_id)
    tournament = load(path, console, arguments, to_pair=True)
    number = round_to_explain(tournament, arguments.number("--round"))
    this = tournament.round(number)
    actual = ComparedRound.actual(this) if this.paired else None
    return tournament, number, actual, candidates(tournament.players)


def _answer(
    arguments: Arguments,
    system: System,
    tournament: Tournament,
    number: int,
    people: list[Candidate],
) -> Explanation:
    reader = Reader.STUDENT if "--full" in arguments else Reader.PLAYER
    if wanted := arguments.get("--depth"):
        reader = Reader(wanted)
    named = arguments.get("--player") or arguments.get("--why-not-bye")
    player = None if named is None else find_one(people, named, Illegal)
    key = arguments.get("--edition-diff")
    edition = find(choose_edition(tournament, key, today())) if key else None
    if "--player" in arguments and player:
        if edition is not None:
            return answer_edition(system, edition, tournament, number, player)
        return answer_player(system, tournament, number, player, reader)
    if "--why-not-bye" in arguments and player:
        return answer_why_not_bye(system, tournament, number, player, reader)
    if pair := arguments.get("--why-not"):
        one, other = find_two(people, pair, Illegal)
        return answer_why_not_pair(system, tournament, number, one, other, reader)
    if wish := arguments.get("--why-not-colour"):
        who, _, word = wish.strip().rpartition(" ")
        if not who.strip():
            raise UsageError(
                N_("{option} needs a player and a colour as in {example}, not {value!r}."),
                option="--why-not-colour",
                example="5 white",
                value=wish,
            )
        player, colour = find_one(people, who, Illegal), read_colour(word)
        return answer_why_not_colour(system, tournament, number, player, colour, reader)
    if edition is not None:
        return explain_edition_diff(system, edition, tournament, number)
    depth = Depth.FULL if wanted and reader is Reader.STUDENT else Depth.NORMAL
    if "--brief" in arguments:
        depth = Depth.BRIEF
    elif "--full" in arguments:
        depth = Depth.FULL
    return explain_round(system, tournament, number, depth)


def _from_desk(path: str, arguments: Arguments, console: Console, by_id: bool) -> RoundOfFile:
    from crivello.cli.audit.desk_rounds import round_as_paired

    with open_path(path, arguments, console) as desk:
        section = section_of(arguments, desk)
        wanted = arguments.number("--round")
        if wanted is None and section.draft is not None:
            wanted = section.next_round
        number = round_to_explain(section.tournament, wanted)
        if wanted is None and number > len(section.rounds) > 0 and not _can_be_paired(section):
            number = len(section.rounds)
        found = round_as_paired(desk, section, number, by_id)
        people = [
            one if by_id else one._replace(key=one.number)
            for one in candidates(section.listed_players, by_number=True)
        ]
    console.know(found.tournament)
    if found.by_hand:
        sentence = N_("The arbiter made or changed round {round} by hand.")
        console.remark(console.say(sentence, round=number))
    return found.tournament, number, found.actual, people


def _can_be_paired(section: Section) -> bool:
    """Return True if the desk could pair the next round now."""
    from crivello.desk.actions import preview
    from crivello.desk.refusals import Refusal

    try:
        preview(section)
    except Refusal:
        return False
    return True


def _as_published(
    system: System, tournament: Tournament, number: int, actual: ComparedRound | None
) -> bool | None:
    """Return True if the round in the file has exactly the pairing that the system gives.

    Return None if the round is not paired.
    """
    if actual is None:
        return None
    return ComparedRound.of_pairing(system.pair(tournament, number)) == actual
