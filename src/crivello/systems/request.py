"""Find the round to pair, its edition and its options, from the caller's arguments and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crivello.model.dates import readings
from crivello.model.errors import Illegal, Problem, Unsupported, WordError, warning
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, is_round_robin, resolve
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import OPTION_BY_KEY
from crivello.model.tournament import Tournament
from crivello.rules.draw import ticket
from crivello.standard.classes import replace
from crivello.systems.registry import find


def round_to_pair(tournament: Tournament, wanted: int | None = None) -> int:
    """Return the number of the round to pair: by default, the one after the last paired round.

    An earlier round may be wanted, to pair it again. A round in which every player has a bye may be
    the next round or already over, so the round after it may be wanted too. Other numbers raise
    `Illegal`.
    """
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
    if not 1 <= number <= max(following, after_rounds_of_byes(tournament)):
        raise Illegal(
            N_("Round {round} cannot be paired: the next one is round {next}."),
            round=number,
            next=following,
        )
    return number


def round_to_explain(tournament: Tournament, wanted: int | None = None) -> int:
    """Return the number of the round to explain: by default, the next round to pair.

    If that round cannot be paired, because all rounds are paired or a result is missing, it is the
    last paired round.
    """
    rounds, following = tournament.settings.rounds, tournament.next_round
    over = rounds is not None and following > rounds
    missing = any(
        game.result is None
        for number in range(1, following)
        for game in tournament.round(number).games
    )
    if wanted is None and (over or missing):
        wanted = tournament.paired_rounds or None
    return round_to_pair(tournament, wanted)


def after_rounds_of_byes(tournament: Tournament) -> int:
    """Return the first round after the last paired one in which not every player has a bye."""
    players, number = {player.id for player in tournament.players}, tournament.next_round
    while players and players <= {player for player, _ in tournament.round(number).byes}:
        number += 1
    return number


BYES_ONLY = N_(
    "In round {round} every player has a bye: it is taken as the coming round, without games. If "
    "it is over, name the next one: {option} {next}."
)


def warn_of_byes_only(tournament: Tournament, number: int) -> tuple[Problem, ...]:
    """Return a warning if every player has a bye in this round, because it may be the next one or
    already over.
    """
    following = after_rounds_of_byes(tournament)
    if not tournament.next_round <= number < following:
        return ()
    return (warning(BYES_ONLY, round=number, option="--round", next=following),)


def choose_edition(tournament: Tournament, wanted: str | None, today: str) -> str:
    """Return the key of the edition to pair with.

    The `wanted` edition comes first, then the edition that the tournament names, then the one in
    force on the tournament's first day, then the one in force on the day `today` (``YYYY-MM-DD``).
    If `wanted` is only a family, such as ``dutch``, the tournament decides which of its editions it
    is.
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
    return _find_edition_on(key, start)


def edition_for_tables(tournament: Tournament, wanted: str | None, today: str) -> str:
    """Return the edition that defines the floats and preferences shown in a table.

    If the tournament names no usable edition, it is the one in force today: no file is refused.
    """
    try:
        return choose_edition(tournament, wanted, today)
    except (Illegal, Unsupported):
        if wanted is not None:
            raise
    stated = tournament.settings.system
    return resolve(stated if stated in SYSTEMS.families else DEFAULT_FAMILY, today)


def _find_edition_on(key: str, start: str) -> str:
    """Return the edition in force on a day; raise `Illegal` if the date is ambiguous and its
    readings lead to different editions.
    """
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
    """Raise `Illegal` if the tournament names another family than the caller."""
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
    """Return the tournament with these values of `--option`, such as ``parity=literal``; raise an
    error for an option that the system does not use.
    """
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


INITIAL_COLOUR = "CRIVELLO_INITIAL_COLOUR"
"""The variable that sets the initial colour where neither the caller nor the file does."""
COLOUR_WORDS = {"white": Colour.WHITE, "black": Colour.BLACK}
NOT_A_COLOUR = N_("{option} is white or black, not {value!r}.")
OTHER_COLOUR = N_("{option} says {value}, but the file states the other initial colour.")
DRAWN = {
    Colour.WHITE: N_(
        "The file states no initial colour: a lot drawn from its content gives White. The option "
        "{option} or the variable {variable} decides it."
    ),
    Colour.BLACK: N_(
        "The file states no initial colour: a lot drawn from its content gives Black. The option "
        "{option} or the variable {variable} decides it."
    ),
}


def with_initial_colour(
    tournament: Tournament,
    system: str,
    wanted: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[Tournament, tuple[Problem, ...]]:
    """Return the tournament with its initial colour, and a warning if the colour had to be drawn.

    The first that is known counts: what the file states, what the caller wants, what round 1 shows,
    the environment variable, and finally a lot (docs/decisions/initial-colour-of-a-file.md).
    """
    # Dutch 2026: 5.1; C.04.6: 4.1; C.04.5: 4.1
    asked = _read_colour(OPTION, wanted)
    stated = tournament.settings.initial_colour
    if stated is not None and asked not in (None, stated):
        raise Illegal(OTHER_COLOUR, option=OPTION, value=wanted)
    if stated is not None or is_round_robin(system):
        return tournament, ()
    found = asked
    warnings: tuple[Problem, ...] = ()
    if found is None and tournament.round(1).games:
        return tournament, ()
    found = found or _read_colour(INITIAL_COLOUR, (environment or {}).get(INITIAL_COLOUR))
    if found is None:
        found = draw_initial_colour(tournament)
        warnings = (warning(DRAWN[found], option=OPTION, variable=INITIAL_COLOUR),)
    settings = replace(tournament.settings, initial_colour=found)
    return replace(tournament, settings=settings), warnings


OPTION = "--initial-colour"


def _read_colour(name: str, word: str | None) -> Colour | None:
    if not word:
        return None
    if word.lower() not in COLOUR_WORDS:
        raise WordError(NOT_A_COLOUR, option=name, value=word)
    return COLOUR_WORDS[word.lower()]


def draw_initial_colour(tournament: Tournament) -> Colour:
    """Draw the initial colour by a lot that depends only on the tournament.

    The lot is computed from the name, the first day, and the players' numbers, names, ratings and
    FIDE ids. Every format has these and no round changes them, so the result is the same each time.
    """
    settings = tournament.settings
    event = (settings.name.strip(), settings.start.strip())
    players = sorted(tournament.players, key=lambda player: player.number)
    content = (event, [(p.number, p.name.strip(), p.rating, p.fide_id) for p in players])
    return (Colour.WHITE, Colour.BLACK)[int(ticket(repr(content), "initial colour"), 16) % 2]
