"""Explain a bracket that was typed (see `explain.notation`), without a tournament.

The typed players become the field of a round, the system pairs it, and its narrator explains the
pairing. The players below the bracket are unknown; in their place, the field gets players who can
meet every other player, and what concerns these is left out of the explanation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product

from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationRow,
    ExplanationTable,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.notation import TypedBracket, TypedPlayer
from crivello.explain.round import TracedRound, tell_steps
from crivello.explain.story import Story
from crivello.explain.teach import OF_BRACKETS, teach_traced
from crivello.model.errors import Unsupported, WordError
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History, Part
from crivello.model.player import Player
from crivello.model.result import Award, Colour
from crivello.model.sentence import LETTERS, N_, ListOf, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.model.trace import ColourAllocated, CompletionTested, Step
from crivello.rules.colours import latest_difference
from crivello.standard.classes import frozen, replace
from crivello.systems.registry import System

TITLE = N_("A typed bracket, {system}")
NO_BRACKETS = N_("{system} has no brackets that can be typed.")
SEEDING = N_(
    "Round {round} is a seeding round, paired by the Dutch system; {system} begins in round "
    "{first}."
)
IN_ORDER = N_("The players of a group are taken to be in the order of their numbers.")
TWO_GROUPS = N_(
    "A bracket has at most two groups in {square}: the players moved down, then the residents. "
    "Write the scoregroups below in {braces}."
)
SQUARE_FIRST = N_("Write the bracket, in {square}, before the scoregroups below it, in {braces}.")
ORDER = N_(
    "Player {number} comes after {before}: write the players of a scoregroup in the order of "
    "their numbers, or give their scores as in {example}."
)
NOT_LOWER = N_("The score of player {number} must be lower than that of player {before}.")
TOO_LOW = N_("The scores typed would give player {number} less than 0 points.")
OTHER_COLOUR = N_(
    "The games {colours} give player {number} the preference {found}; {written} is typed."
)
NO_ARO = N_(
    "{system} asks for the average rating of the opponents: type it after each player who prefers "
    "White, as in {example}."
)
NO_RATING = N_(
    "{system} asks for ratings, and for the average rating of the opponents: type the average "
    "after each player, as in {aro}, and the ratings at the end, as in {ratings}."
)
NO_GAMES_FOR = N_("{system} has no preference {written}, as typed for player {number}.")
BOTH_PARITIES = N_(
    "(W) and (B) are for odd rounds, (w) and (b) for even rounds; a bracket cannot have both."
)
WRONG_ROUND = N_("{written} of player {number} cannot be used in round {round}.")
TOO_EARLY = N_("Round {round} is too early for player {number}: {count} games are typed.")
MET = N_("Have met: {pairs}.")
NOBODY_MET = N_("No two of them have met.")
BELOW = N_("Nothing is known of the players below; whoever moves down finds an opponent there.")
ASSUMED = N_(
    "No scores are typed: the lowest group is taken to have 1 point, each above it half a point "
    "more."
)
NO_GAMES = N_(
    "Type the colours of the games (such as {example}) of {players}: without them, rules that "
    "compare games cannot decide, and the higher ranked player's preference does."
)

SQUARE, BRACES = "[ ]", "{ }"
SHORTEST_GAMES = tuple("".join(games) for many in range(5) for games in product("WB", repeat=many))
"""Colours of up to four games, the shortest first; of these, the first that give a preference are
taken.
"""


@frozen
class TypedCircumstances:
    """What is known about the round of a typed bracket."""

    lowest: bool = False
    """Whether nobody is below: of an odd number, one has the bye."""
    barred: frozenset[int] = frozenset()
    """Those who may not have the bye."""
    round: int | None = None
    rounds: int | None = None


UNKNOWN = TypedCircumstances()


def explain_typed(
    system: System, typed: TypedBracket, where: TypedCircumstances = UNKNOWN
) -> Explanation:
    """Explain how a typed bracket is paired, with all its candidates."""
    this = TypedRound(system, typed, where)
    story = Story(system, this.tournament, this.field, this.told_steps)
    story.tell(ParagraphKind.NOTATION, Sentence(system.notation, **LETTERS))
    if typed.met:
        story.tell(ParagraphKind.CANNOT_MEET, MET, pairs=ListOf.pairs(typed.met))
    else:
        story.tell(ParagraphKind.CANNOT_MEET, NOBODY_MET)
    if not this.scores_typed:
        story.tell(ParagraphKind.SCOREGROUP, ASSUMED)
    if this.is_open:
        story.tell(ParagraphKind.SCOREGROUP, BELOW)
    if system.ordered_by:
        story.tell(ParagraphKind.SCOREGROUP, IN_ORDER, article=system.ordered_by)
    tell_steps(story, this.narrator.narrate_round(story, Depth.FULL))
    _tell_missing_games(story, typed)
    return Explanation(
        _title(system), system.key, this.number, tuple(this.shown(story.paragraphs)), Depth.FULL
    )


def teach_typed(
    system: System,
    typed: TypedBracket,
    where: TypedCircumstances = UNKNOWN,
    topics: Collection[str] = OF_BRACKETS,
) -> Explanation:
    """Return the tables for learning about a typed bracket."""
    this = TypedRound(system, typed, where)
    told = teach_traced(this, None, topics)
    return replace(told, title=_title(system), paragraphs=tuple(this.shown(told.paragraphs)))


def _title(system: System) -> Sentence:
    return Sentence(TITLE, system=Sentence(system.title))


class TypedRound(TracedRound):
    """A round whose field consists of the typed players, and of others in place of unknown ones
    below.
    """

    def __init__(self, system: System, typed: TypedBracket, where: TypedCircumstances) -> None:
        if not system.typed_brackets:
            raise Unsupported(NO_BRACKETS, system=Sentence(system.title))
        _check_groups(typed, system.moves_down)
        self.typed = typed
        self.scores_typed = any(
            score is not None
            for score in (*(g.score for g in typed.groups), *(p.score for p in typed.players))
        )
        levels = _levels(typed, system.moves_down)
        number = _round_number(system, typed, where)
        self.is_open = system.moves_down and not where.lowest and levels[-1].score > 0
        """Whether the players below are unknown."""
        opponents = _past_opponents(system, typed)
        entrants = _entrants(system, typed, levels, number, where, opponents)
        players = [
            Player(id=player.id, number=player.number, rating=player.rating) for player in entrants
        ]
        players += opponents.values()
        if self.is_open:
            lowest, first = min(e.score for e in entrants) - 1, max(p.id for p in players) + 1
            for at in range(first, first + len(entrants)):
                entrants.append(_unknown_player(at, lowest))
                players.append(Player(id=at, number=at))
        entrants.sort(key=lambda entrant: (-entrant.score, entrant.number))
        settings = Settings(rounds=where.rounds)
        field = Field(
            number,
            where.rounds,
            tuple(entrants),
            Colour.WHITE,
            settings.scoring,
            settings.options,
        )
        super().__init__(system, Tournament(tuple(players), (), settings), number, field)
        self.above = sum(level.moved_down for level in levels)
        """How many scores the moved-down players have: each is a bracket of its own, above."""

    @property
    def told_steps(self) -> list[Step]:
        """The steps of the trace that are about the typed players."""
        known = {player.number for player in self.typed.players}
        return [
            step
            for step in self.trace
            if not (isinstance(step, CompletionTested) and self.is_open)
            and not (isinstance(step, ColourAllocated) and not {step.white, step.black} <= known)
        ]

    def shown(self, paragraphs: Iterable[Paragraph]) -> list[Paragraph]:
        """Return the paragraphs about the typed bracket and the groups below it."""
        paragraphs = list(paragraphs)
        last = max((one.bracket or 0 for one in paragraphs), default=0)
        if self.is_open:
            last -= 1
        shown = []
        for one in paragraphs:
            if self.system.ordered_by and one.kind is ParagraphKind.ORDER:
                continue
            if one.bracket is None:
                shown.append(one)
            elif self.above < one.bracket <= last:
                table = one.table
                if table is not None and self.is_open and one.bracket == last:
                    table = _without_look_ahead(table, self.system)
                shown.append(replace(one, bracket=one.bracket - self.above, table=table))
        return shown


def _without_look_ahead(table: ExplanationTable, system: System) -> ExplanationTable:
    """Return the table without the column of the look-ahead criterion, since the next bracket is
    unknown.
    """
    code = getattr(getattr(system, "edition", None), "look_ahead", None)
    if code not in table.columns:
        return table
    at = table.columns.index(code)
    rows = tuple(
        ExplanationRow((*row.cells[:at], *row.cells[at + 1 :]), row.chosen) for row in table.rows
    )
    columns = (*table.columns[:at], *table.columns[at + 1 :])
    return ExplanationTable(columns, rows, table.sides[:at] + table.sides[at + 1 :])


def _tell_missing_games(story: Story, typed: TypedBracket) -> None:
    """Name the players whose earlier colours decide about a pair, but were not typed."""
    given = {player for player, _ in typed.colours}
    missing: set[int] = set()
    for step in story.trace:
        if isinstance(step, ColourAllocated):
            one, other = story.entrant[step.white], story.entrant[step.black]
            alike = (one.preference, one.strength) == (other.preference, other.strength)
            if alike and one.preference is not None and latest_difference(one, other) is None:
                missing |= {one.id, other.id} - given
    if missing:
        players = ListOf.players(sorted(missing))
        story.tell(ParagraphKind.COLOUR, NO_GAMES, players=players, example="colours 8:BWBW")


# From the typed groups to scores


@frozen
class _Level:
    """The players with one score, in order."""

    players: tuple[TypedPlayer, ...]
    moved_down: bool
    score: Fraction


def _check_groups(typed: TypedBracket, moves_down: bool) -> None:
    square = [group.square for group in typed.groups]
    if sorted(square, reverse=True) != square:
        raise WordError(SQUARE_FIRST, square=SQUARE, braces=BRACES)
    if moves_down and sum(square) > 2:
        raise WordError(TWO_GROUPS, square=SQUARE, braces=BRACES)


def _levels(typed: TypedBracket, moves_down: bool) -> list[_Level]:
    """Split the groups by score; a score that is not typed is half a point below the one before.

    Among moved-down players a smaller number after a larger one shows a lower score.
    """
    found: list[tuple[list[TypedPlayer], bool, Fraction | None]] = []
    squares = sum(group.square for group in typed.groups)
    for place, group in enumerate(typed.groups):
        moved_down = moves_down and group.square and squares == 2 and place == 0
        for at, player in enumerate(group.players):
            score = player.score if player.score is not None else group.score
            before = group.players[at - 1] if at else None
            if before is None or score != found[-1][2]:
                found.append(([player], moved_down, score))
            elif player.number > before.number:
                found[-1][0].append(player)
            elif moved_down and score is None:
                found.append(([player], moved_down, None))
            else:
                example = f"{player.number}{player.written}@2"
                raise WordError(ORDER, number=player.number, before=before.number, example=example)
    scores = _scores([score for _, _, score in found])
    levels = [
        _Level(tuple(players), moved_down, score)
        for (players, moved_down, _), score in zip(found, scores, strict=True)
    ]
    for above, level in pairwise(levels):
        if level.score >= above.score:
            first = level.players[0].number
            raise WordError(NOT_LOWER, number=first, before=above.players[0].number)
    if levels[-1].score < 0:
        raise WordError(TOO_LOW, number=levels[-1].players[0].number)
    return levels


def _scores(typed: Sequence[Fraction | None]) -> list[Fraction]:
    """Return the scores with those filled in that are not typed, in steps of half a point.

    If no score is typed, the lowest is 1.
    """
    half = Fraction(1, 2)
    scores = list(typed)
    if all(score is None for score in scores):
        scores[-1] = Fraction(1)
    for place in range(len(scores) - 2, -1, -1):
        below = scores[place + 1]
        if scores[place] is None and below is not None:
            scores[place] = below + half
    found: list[Fraction] = []
    for score in scores:
        found.append(found[-1] - half if score is None else score)
    return found


# From a typed player to an entrant


def _round_number(system: System, typed: TypedBracket, where: TypedCircumstances) -> int:
    """Return the round that was asked for, or else the first in which all that was typed is
    possible.
    """
    parities = {player.parity for player in typed.players} - {None}
    if len(parities) > 1:
        raise WordError(BOTH_PARITIES)
    played = max((len(colours) for _, colours in typed.colours), default=0)
    number, seeding = where.round, system.seeding_rounds(Settings(rounds=where.rounds))
    first = seeding + 1 if seeding else 3
    if number is not None and number <= seeding:
        raise WordError(SEEDING, round=number, system=Sentence(system.title), first=first)
    if number is None:
        number = max(played + 1, first)
        if parities and number % 2 not in parities:
            number += 1
        if where.rounds is not None:
            number = min(number, where.rounds)
    for player in typed.players:
        if player.parity is not None and player.parity != number % 2:
            raise WordError(WRONG_ROUND, written=player.written, number=player.number, round=number)
    for player_number, colours in typed.colours:
        if len(colours) >= number:
            raise WordError(TOO_EARLY, round=number, number=player_number, count=len(colours))
    return number


def _entrants(
    system: System,
    typed: TypedBracket,
    levels: Sequence[_Level],
    number: int,
    where: TypedCircumstances,
    opponents: Mapping[int, Player],
) -> list[Entrant]:
    met: dict[int, set[int]] = {player.number: set() for player in typed.players}
    for one, other in typed.met:
        met[one].add(other)
        met[other].add(one)
    moved_down = {p.number for level in levels if level.moved_down for p in level.players}
    colours, upfloats = dict(typed.colours), dict(typed.upfloats)
    ratings = dict(typed.ratings)
    found = []
    for level in levels:
        score = int(level.score * 2)
        for player in level.players:
            mine = player.number
            opponent = opponents[mine].id if mine in opponents else None
            history = _history(
                system, player, number, colours.get(mine), score, met[mine], opponent
            )
            # Players move down because they cannot be paired with one another.
            avoid = met[mine] | (moved_down - {mine} if mine in moved_down else set())
            if system.field_rules.aro and player.preference is Colour.WHITE and not player.aro:
                raise WordError(NO_ARO, system=Sentence(system.title), example="2W 2480")
            found.append(
                Entrant(
                    mine,
                    mine,
                    mine,
                    score,
                    score,
                    *system.field_rules.preference(history),
                    mine in where.barred,
                    _floats(system, player, upfloats.get(mine, 0)),
                    frozenset(avoid),
                    history,
                    rating=ratings.get(mine, 0),
                    aro=player.aro,
                )
            )
    return found


def _past_opponents(system: System, typed: TypedBracket) -> dict[int, Player]:
    """Return, for each typed player, an earlier opponent whose rating is the typed average.

    The dictionary is empty where the rules do not ask for ratings, or read the average directly.
    """
    # Dubov 1997: 1
    if not system.shows_ratings or system.field_rules.aro:
        return {}
    first = max(player.number for player in typed.players) + 1
    ratings = dict(typed.ratings)
    for player in typed.players:
        if not player.aro or player.number not in ratings:
            raise WordError(
                NO_RATING, system=Sentence(system.title), aro="2W 2480", ratings="ratings 2:2450"
            )
    return {
        player.number: Player(id=at, number=at, rating=player.aro)
        for at, player in enumerate(typed.players, start=first)
    }


def _floats(system: System, player: TypedPlayer, upfloats: int) -> tuple[Float | None, ...]:
    """Return the floats by round, the latest first, as many as the edition looks at."""
    columns = system.field_rules.float_rounds
    floats = list(player.floats)
    if columns is not None:
        return tuple((floats + [None] * columns)[:columns])
    more = upfloats - floats.count(Float.UP)
    return tuple((floats or [None]) + [Float.UP] * more)


def _history(
    system: System,
    player: TypedPlayer,
    number: int,
    colours: str | None,
    score: int,
    met: Collection[int],
    opponent: int | None,
) -> History:
    """Return games that give the player the typed preference: the typed ones, else as few as
    possible.

    `opponent`: the opponent of all of them, where ratings of opponents matter.
    """

    def play(letters: str) -> History:
        return _play(player.number, letters, score, met, opponent)

    wanted = player.preference, _strength(system, player, number, colours)
    find_preference = system.field_rules.preference
    if colours is not None:
        history = play(colours)
        preference = find_preference(history)
        if player.preference is not None and preference != wanted:
            raise WordError(
                OTHER_COLOUR,
                colours=colours,
                number=player.number,
                found=_written(*preference),
                written=player.written,
            )
        return history
    if player.preference is None:
        return play("")
    for letters in SHORTEST_GAMES:
        if find_preference(play(letters)) == wanted:
            return play(letters)
    raise WordError(
        NO_GAMES_FOR,
        system=Sentence(system.title),
        written=player.written,
        number=player.number,
    )


def _play(
    player: int,
    letters: str,
    score: int = 0,
    met: Collection[int] = (),
    opponent: int | None = None,
) -> History:
    """Return a history of games with these colours."""
    parts = tuple(_game(letter) for letter in letters)
    everyone = (opponent,) * len(parts)
    scores = (score,) * (len(parts) + 1)
    return History(player, everyone, parts, scores, letters, frozenset(met))


def known_strengths(system: System) -> frozenset[Strength]:
    """Return the strengths of colour preferences that the edition knows."""
    found = (system.field_rules.preference(_play(1, letters)) for letters in SHORTEST_GAMES)
    return frozenset(strength for colour, strength in found if colour is not None)


def _strength(system: System, player: TypedPlayer, number: int, colours: str | None) -> Strength:
    """Return the strength of a preference as this edition writes it."""
    strength = player.strength
    if system.field_rules.by_parity and strength is Strength.MILD and player.parity is None:
        # Before 2013 a plain small letter is mild in odd rounds and strong in even ones.
        strength = Strength.MILD if number % 2 else Strength.STRONG
    if player.written in ("W", "B") and system.absolute_mark:
        # Without the mark a letter tells the colour only: the preference is not absolute.
        strength = Strength.STRONG
        if colours is not None and len(colours) % 2 == 0:
            strength = Strength.MILD
    return strength


def _game(letter: str) -> Part:
    colour = Colour.WHITE if letter == "W" else Colour.BLACK
    return Part(colour=colour, award=Award.DRAW, points=1, played=True, letter=letter)


def _written(colour: Colour | None, strength: Strength) -> str:
    """Return a preference as it is typed."""
    if colour is None:
        return "A"
    upper, lower = colour.value.upper(), colour.value.lower()
    return {Strength.ABSOLUTE: upper, Strength.STRONG: upper + lower}.get(strength, lower)


def _unknown_player(number: int, score: int) -> Entrant:
    """Return a player below the typed ones, who can meet every other player."""
    history = History(number, (), (), (score,), "", frozenset())
    return Entrant(
        id=number,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=None,
        strength=Strength.NONE,
        barred=False,
        floats=(None, None),
        avoid=frozenset(),
        history=history,
    )
