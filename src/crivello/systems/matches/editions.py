"""The match systems as values: FIDE Swiss for teams (C.04.6) and Double-Swiss (C.04.5).

Both have the same procedure. They differ in their criteria, in their colour rules, and in the
number of last rounds in which floats do not count. A criterion measures one pair or one upfloater.
Four rules do not, so they are missing here, and an edition names them by their codes: who may meet
(C1), the right to the bye (C2), the completion (C3), and the scoregroup that follows (C6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from crivello.model.field import Entrant, Field, Strength
from crivello.model.history import History
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.settings import (
    AcceleratedScore,
    ColourPreferences,
    FollowingGroup,
    LastRoundPreference,
    Options,
    Scoring,
)
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.upfloats import MatchBracketPaired
from crivello.rules.colours import (
    Preference,
    PreferenceRule,
    colour_by_number,
    latest_difference,
    same_preference,
)
from crivello.rules.criterion import (
    NONE,
    ONE,
    Criterion,
    Failures,
    counts,
    lists,
    name_criteria,
)
from crivello.rules.field import (
    FieldRules,
    by_announced_score,
    forfeited_floats,
    no_unplayed_float,
)
from crivello.standard.classes import frozen
from crivello.systems.matches.bracket import MatchBracket, MatchPart, has_floated
from crivello.systems.upfloats import Pairs, score_difference, upfloater

MatchCriterion = Criterion[MatchPart]
WHITE, BLACK = Colour.WHITE, Colour.BLACK


# Criteria.


def repeated_float(part: MatchPart) -> Failures:
    """Return one failure for an upfloater who floated in the previous round; none in the last
    rounds.
    """
    # C.04.6: C7; C.04.5: C7
    if part.opponent is not None or not part.bracket.floats_count:
        return NONE
    return ONE if has_floated(part.player) else NONE


def preference_denied(part: MatchPart) -> Failures:
    """Return one failure if both prefer the same colour."""
    # C.04.6: C8
    if part.opponent is None:
        return NONE
    return ONE if same_preference(part.player, part.opponent) else NONE


def strong_preference_denied(part: MatchPart) -> Failures:
    """Return one failure if both strongly prefer the same colour."""
    # C.04.6: C9
    if part.opponent is None or not same_preference(part.player, part.opponent):
        return NONE
    strong = part.player.strength is part.opponent.strength is Strength.STRONG
    return ONE if strong else NONE


def repeated_meeting_from_below(part: MatchPart) -> Failures:
    """Return one failure for a pair of an upfloater and a resident who floated in the previous
    round; none in the last rounds.
    """
    # C.04.6: C10; C.04.5: C8
    if part.opponent is None or not part.bracket.floats_count:
        return NONE
    two = (part.player, part.opponent)
    residents = [player for player in two if player.score == part.bracket.score]
    # Upfloaters never meet one another: without those two there would be fewer of them (C4).
    return ONE if len(residents) == 1 and has_floated(residents[0]) else NONE


_BRINGING_UP = counts({upfloater: N_("Bring up as few as possible.")}) + lists(
    {score_difference: N_("Keep the score differences of the upfloaters small.")}
)
_MET_OTHER_SCORE = N_(
    "Bring up as few as possible who met another score in the previous round, unless it is one of "
    "the last rounds."
)
_PREFERENCES = counts(
    {
        preference_denied: N_("Give as many teams as possible the colour they prefer."),
        strong_preference_denied: N_(
            "Give as many teams as possible the colour they prefer strongly."
        ),
    }
)
_MET_BY_UPFLOATER = N_(
    "Let as few as possible who met another score in the previous round meet an upfloater, "
    "unless it is one of the last rounds."
)

_FLOATED_AGAIN = N_(
    "Bring up as few as possible who were paired with another score in the previous round, unless "
    "it is the last round."
)
_MET_AGAIN = N_(
    "Let as few as possible who were paired with another score in the previous round meet an "
    "upfloater, unless it is the last round."
)

TEAM_QUALITY = (
    _BRINGING_UP
    + counts({repeated_float: _MET_OTHER_SCORE})
    + _PREFERENCES
    + counts({repeated_meeting_from_below: _MET_BY_UPFLOATER})
)
"""C4, C5, C7, C8, C9, C10 of C.04.6."""
DOUBLE_QUALITY = _BRINGING_UP + counts(
    {repeated_float: _FLOATED_AGAIN, repeated_meeting_from_below: _MET_AGAIN}
)
"""C4, C5, C7, C8 of C.04.5."""


# Preferences of teams (C.04.6: 1.7).


def no_preference(history: History) -> Preference:
    return None, Strength.NONE


def preference_type_a(history: History) -> Preference:
    """Return the preference of type A (C.04.6: 1.7), which has only one strength.

    A team prefers White if its colour difference is -2 or less, or if it is 0 or -1 and the last
    two matches were with Black. It prefers Black in the mirrored cases.
    """
    colours, difference = history.colours, history.colour_difference
    if difference < -1 or (difference in (0, -1) and colours.endswith("BB")):
        return WHITE, Strength.STRONG
    if difference > 1 or (difference in (0, 1) and colours.endswith("WW")):
        return BLACK, Strength.STRONG
    return None, Strength.NONE


def preference_type_b(history: History) -> Preference:
    """Return the preference of type B (C.04.6: 1.7): that of type A as a strong one, otherwise a
    mild one.

    The mild preference is for the colour the team had less often, or else for the other colour than
    in the last match.
    """
    strong = preference_type_a(history)
    if strong[0] is not None:
        return strong
    if history.colour_difference:
        return (BLACK if history.colour_difference > 0 else WHITE), Strength.MILD
    if history.colours:
        return (BLACK if history.colours.endswith("W") else WHITE), Strength.MILD
    return None, Strength.NONE


def _apply_in_last_round(history: History) -> Preference:
    """Return the preference of type B in the last round: no mild one if the team had both colours
    equally often.
    """
    found = preference_type_b(history)
    even = history.colour_difference == 0
    return (None, Strength.NONE) if even and found[1] is Strength.MILD else found


def _apply_in_last_round_without_even(history: History) -> Preference:
    """Return the preference of type B in the last round by the other reading of the rule: none if
    the team had both colours equally often.
    """
    even = history.colour_difference == 0
    return (None, Strength.NONE) if even else preference_type_b(history)


def preference_in(tournament: Tournament, round_number: int) -> PreferenceRule:
    """Return the preference rule of a round, by the type that the competition announces."""
    options, rounds = tournament.settings.options, tournament.settings.rounds
    if options.colour_preferences is ColourPreferences.NONE:
        return no_preference
    if options.colour_preferences is ColourPreferences.TYPE_A:
        return preference_type_a
    if rounds is None or round_number < rounds:
        return preference_type_b
    strong = options.last_round_preference is LastRoundPreference.STRONG
    return _apply_in_last_round if strong else _apply_in_last_round_without_even


# The right to the bye (C2).


def barred_after_win_without_match(history: History, scoring: Scoring) -> bool:
    """Return True if the player had the pairing-allocated bye, a forfeit win or a full-point
    bye.
    """
    # C.04.6: C2; C.04.5: C2
    barring = (Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN, Award.FULL_POINT_BYE)
    return any(part.award in barring for part in history.parts)


# Colours (article 4).

ColourRule = Callable[[Entrant, Entrant, Colour], Colour | None]
"""A rule for the colour of the first of two, given the initial colour; None if it does not
decide."""


def score_of(player: Entrant, options: Options) -> int:
    """Return the score that decides which of two players is first in the colour rules (4.2)."""
    by_pairing_score = options.accelerated_colours is AcceleratedScore.PAIRING
    return player.score if by_pairing_score else player.points


def first_of(one: Entrant, other: Entrant, options: Options) -> tuple[Entrant, Entrant]:
    """Return the two in the order of 4.2: higher score, then higher secondary score, then smaller
    pairing number.
    """
    # C.04.6: 4.2; C.04.5: 4.2

    def place(player: Entrant) -> tuple[int, int, int]:
        return -score_of(player, options), -player.secondary, player.number

    return (one, other) if place(one) < place(other) else (other, one)


def by_number(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` by pairing number if neither has played a match; else None.

    An odd number gets the initial colour, an even number the other one.
    """
    if first.history.colours or second.history.colours:
        return None
    return colour_by_number(first, initial)


def only_preference(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` that grants the preference, if only one of the two has one; else
    None.
    """
    mine, theirs = first.preference, second.preference
    if (mine is None) == (theirs is None):
        return None
    return mine if theirs is None else theirs.opposite


def both_preferences(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` that grants both preferences, if they are opposite; else
    None.
    """
    mine, theirs = first.preference, second.preference
    return mine if mine is not None and theirs is not None and mine is not theirs else None


def only_strong_preference(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` that grants the stronger of two preferences for the same colour;
    None if they are equally strong.
    """
    mine, theirs = first.strength, second.strength
    if first.preference is None or mine is theirs:
        return None
    return first.preference if mine > theirs else first.preference.opposite


def white_for_lower_difference(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` if White goes to the lower colour difference (White minus
    Black); None if they are equal.
    """
    more = first.colour_difference - second.colour_difference
    return None if more == 0 else WHITE if more < 0 else BLACK


def white_for_fewer_whites(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` if White goes to the player who had it in fewer matches; None if
    they are equal.
    """
    more = first.history.colours.count("W") - second.history.colours.count("W")
    return None if more == 0 else WHITE if more < 0 else BLACK


def alternate_difference(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` that reverses the latest round in which the two had different
    colours; None if there is none.
    """
    had = latest_difference(first, second)
    return None if had is None else BLACK if had == "W" else WHITE


def preference_of_first(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    return first.preference


def alternate_first(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour that `first` did not have in its last match; None without a match."""
    had = first.history.colours[-1:]
    return None if not had else BLACK if had == "W" else WHITE


def alternate_second(first: Entrant, second: Entrant, initial: Colour) -> Colour | None:
    """Return the colour of `first` with which `second` alternates, the one `second` had in its last
    match; None without a match.
    """
    found = alternate_first(second, first, initial)
    return None if found is None else found.opposite


# The editions.


@frozen
class MatchEdition:
    """The criteria, articles and colour rules of one match system."""

    key: str
    field_rules: FieldRules
    criteria: tuple[MatchCriterion, ...]
    """The quality criteria about parts of a candidate, in order."""
    choice: int
    """How many of them choose the upfloaters; the others choose among the pairs of a bracket."""
    last_rounds: int
    """The number of rounds at the end in which floats no longer matter."""
    colour_rules: tuple[tuple[str, ColourRule], ...]
    """Articles and rules, in order."""
    rematch: str = "C1"
    bye_bar: str = "C2"
    completion: str = "C3"
    following: str = "C6"
    """Code of the criterion about the scoregroup that follows."""
    bye: str = "3.4"
    """Article of the choice of the bye."""
    sets: str = "3.5"
    """Article of the order of sets of upfloaters."""
    order: str = "3.6"
    """Article of the order of the pairings of a bracket."""
    definitions: tuple[str, str, str] = ("1.5", "1.7", "")
    """The articles on floats, on preferences, and on the draw for the initial colour."""

    @property
    def upfloaters(self) -> str:
        """Code of the criterion about the number of upfloaters."""
        return self.criteria[0].code

    @property
    def choice_codes(self) -> tuple[str, str]:
        """Codes of the criteria that decide among sets of upfloaters with equal scores: C6, C7."""
        return self.following, self.criteria[self.choice - 1].code

    @property
    def pair_criteria(self) -> tuple[MatchCriterion, ...]:
        """The criteria that choose among the pairings of a bracket."""
        return self.criteria[self.choice :]

    def bracket(self, field: Field, residents: tuple[Entrant, ...]) -> MatchBracket:
        rounds = field.rounds
        count = rounds is None or field.round <= rounds - self.last_rounds
        return MatchBracket(residents, (), count)

    def following_score(self, field: Field, score: int, left: Iterable[Entrant]) -> int | None:
        """Return the score of the scoregroup that follows (C6; C.04.5: C6); None if there is no
        lower one.

        `left` are the players below the bracket who are not paired yet.
        """
        in_standings = field.options.following_group is FollowingGroup.IN_STANDINGS
        listed = field.entrants if in_standings else left
        return max((player.score for player in listed if player.score < score), default=None)

    def failures(
        self, bracket: MatchBracket, pairs: Pairs, following: int
    ) -> tuple[tuple[str, Failures], ...]:
        """Return the code and failure value of every criterion, with `following` as the value of
        C6.
        """
        measured = MatchPart.all_of(bracket, pairs)
        values = [(criterion.code, criterion.value(measured)) for criterion in self.criteria]
        values.insert(2, (self.following, (following,)))
        return tuple(values)

    def allocate(self, a: Entrant, b: Entrant, field: Field) -> tuple[Entrant, Entrant, str]:
        """Return White, Black, and the article that decides their colours."""
        # C.04.6: 4.3; C.04.5: 4.3
        first, second = first_of(a, b, field.options)
        for article, rule in self.colour_rules:
            colour = rule(first, second, field.initial_colour)
            if colour is not None:
                return (first, second, article) if colour is WHITE else (second, first, article)
        raise AssertionError("one of them has played, and has a last colour")


def _number_rules(*rules: ColourRule) -> tuple[tuple[str, ColourRule], ...]:
    return tuple((f"4.3.{place}", rule) for place, rule in enumerate(rules, start=1))


_RULES = FieldRules(
    no_preference,
    no_unplayed_float,
    barred_after_win_without_match,
    float_rounds=1,
    literal_parity=True,
    floats_by_real_score=by_announced_score,
)

TEAM_2026 = MatchEdition(
    key="team-2026",
    field_rules=_RULES._replace(preference=preference_type_a, preference_in=preference_in),
    criteria=name_criteria(TEAM_QUALITY, "C4 C5 C7 C8 C9 C10"),
    choice=3,
    last_rounds=2,
    colour_rules=_number_rules(
        by_number,
        only_preference,
        both_preferences,
        only_strong_preference,
        white_for_lower_difference,
        alternate_difference,
        preference_of_first,
        alternate_first,
        alternate_second,
    ),
    definitions=("1.5", "1.7", "C.04.6: 4.1"),
)

DOUBLE_2026 = MatchEdition(
    key="doubleswiss-2026",
    field_rules=_RULES._replace(forfeit_floats=forfeited_floats),  # C.04.5: 1.5
    criteria=name_criteria(DOUBLE_QUALITY, "C4 C5 C7 C8"),
    choice=3,
    last_rounds=1,
    colour_rules=_number_rules(
        by_number,
        white_for_fewer_whites,
        alternate_difference,
        alternate_first,
        alternate_second,
    ),
    definitions=("1.5", "1.6", "C.04.5: 4.1"),
)

EDITIONS = {edition.key: edition for edition in (TEAM_2026, DOUBLE_2026)}


def record_bracket(
    trace: Trace | None, edition: MatchEdition, bracket: MatchBracket, pairs: Pairs, following: int
) -> None:
    """Append a paired bracket to the trace; `following` is its failure value for C6."""
    if trace is None:
        return
    trace.append(
        MatchBracketPaired(
            bracket.score,
            ids(bracket.residents),
            ids(bracket.upfloaters),
            ids(sorted(bracket.players, key=lambda player: player.number)),
            id_pairs(sorted(pairs, key=lambda pair: pair[0].number)),
            edition.failures(bracket, pairs, following),
        )
    )
