"""The round to pair, the edition to pair it by and its choices, from what caller and file say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crivello.model.dates import readings
from crivello.model.errors import Illegal, Unsupported, WordError
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, resolve
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import OPTION_BY_KEY
from crivello.model.tournament import Tournament
from crivello.systems.registry import find


def round_to_pair(tournament: Tournament, wanted: int | None = None) -> int:
    """The round after the last one paired; or an earlier one, to pair it again."""
    rounds = tournament.settings.rounds
    following = tournament.next_round
    number = following if wanted is None else wanted
    if rounds is not None and number > rounds:
        if wanted is None:
            raise Illegal(
                N_("All {rounds} rounds are paired already; there is no round to pair."),
                rounds=rounds,
            )
        raise Illegal(
            N_("There is no round {round}: {rounds} rounds are announced."),
            round=number,
            rounds=rounds,
        )
    if not 1 <= number <= following:
        raise Illegal(
            N_("Round {round} cannot be paired: the next one is round {next}."),
            round=number,
            next=following,
        )
    return number


def choose_edition(tournament: Tournament, wanted: str | None, today: str) -> str:
    """The key of the edition to pair with.

    A `wanted` edition comes first, then the edition that the tournament names, then the one in
    force on its first day, then the one in force on the day `today` (``YYYY-MM-DD``). A wanted
    family leaves the edition to the tournament.
    """
    stated = tournament.settings.system
    key = wanted or stated or DEFAULT_FAMILY
    if key in SYSTEMS:
        return key
    if stated is not None and stated in SYSTEMS and SYSTEMS[stated].family == key:
        return stated
    start = tournament.settings.start.strip()
    if not start:
        return resolve(key, today)
    return _edition_on(key, start)


def edition_for_tables(tournament: Tournament, wanted: str | None, today: str) -> str:
    """The edition by which a table shows floats and preferences; no file is refused for it.

    Where the tournament does not say, it is the one in force today.
    """
    try:
        return choose_edition(tournament, wanted, today)
    except (Illegal, Unsupported):
        if wanted is not None:
            raise
    stated = tournament.settings.system
    return resolve(stated if stated in SYSTEMS.families else DEFAULT_FAMILY, today)


def _edition_on(key: str, start: str) -> str:
    """The edition in force on a day; a date with several readings must lead to one answer."""
    answers: set[str] = set()
    refusals: list[Unsupported] = []
    for day in readings(start):
        try:
            answers.add(resolve(key, day))
        except Unsupported as refusal:
            refusals.append(refusal)
    if len(answers) == 1 and not refusals:
        return answers.pop()
    if refusals and not answers:
        raise refusals[0]
    raise Illegal(
        N_(
            "The start date {date!r} does not say which edition is meant; write it as "
            "YYYY/MM/DD or name the edition."
        ),
        date=start,
    )


def refuse_contradiction(tournament: Tournament, family: str) -> None:
    """A family given by the caller and another one named by the tournament: refuse."""
    stated = tournament.settings.system
    if stated is None:
        return
    named = SYSTEMS[stated].family if stated in SYSTEMS else stated
    if named != family:
        raise Illegal(
            N_("The {family} system is asked for, but the tournament is announced as {stated}."),
            family=family,
            stated=stated,
        )


NOT_A_CHOICE = N_("{option} cannot be {value!r}: {help}.")
NOT_READ = N_("{option} belongs to another pairing system; {system} does not read it.")


def with_choices(tournament: Tournament, words: Sequence[str], system: str = "") -> Tournament:
    """The tournament with the choices of `--option`; refused if the system does not use one."""
    options = tournament.settings.options
    for word in words:
        key, _, value = word.partition("=")
        if system and key not in find(system).options:
            raise WordError(NOT_READ, option=key, system=system)
        option = OPTION_BY_KEY[key]
        if not option.accepts(value):
            raise WordError(NOT_A_CHOICE, option=key, value=value, help=Sentence(option.help))
        options = option.put(options, value)
    return replace(tournament, settings=replace(tournament.settings, options=options))
