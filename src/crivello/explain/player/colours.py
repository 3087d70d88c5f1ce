"""Why a player has this colour, in the words of an answer to a player."""

from __future__ import annotations

from crivello.explain.colours import ColourReason, deciding_reason
from crivello.explain.explanation import Value
from crivello.explain.facts import (
    GAP,
    ColourFact,
    ColourOf,
    ColoursSoFar,
    Imbalance,
    Numbered,
    OpponentsSum,
    RoundEvent,
    RoundOf,
    colour_in_round,
    colour_needed,
)
from crivello.explain.story import Story, sentence_with
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence, You
from crivello.model.trace import ColourAllocated
from crivello.model.trace.burstein import Key, PlayersOrdered
from crivello.systems.matches.editions import first_of

R = ColourReason

BOTH_GET = N_(
    "You have {colour} because you need it to balance your colours, and {opponent} needs "
    "{opposite}."
)
ONLY_ONE = N_(
    "You have {colour} because {served:you need it to balance your colours|{} needs {opposite} to "
    "balance colours}; {other:you do|{} does} not need a certain colour yet."
)
NEITHER = N_(
    "You have {colour} by the drawing of lots and the number of the higher-ranked of you: neither "
    "you nor {opponent} has had a colour yet."
)
BY_NUMBER = N_(
    "You have {colour}: neither you nor {opponent} needs a certain colour yet, so the number of "
    "the higher-ranked of you decides. It is {number}, and by the drawing of lots odd numbers get "
    "{drawn}."
)
NEWCOMERS = N_(
    "You have {colour}: neither you nor {opponent} has had a colour yet, so the number of the "
    "higher-ranked of you decides. It is {number}, and by the drawing of lots odd numbers get "
    "{drawn}."
)
TOP_HALF = N_(
    "You have {colour}: neither you nor {opponent} has had a colour yet, so the number of the one "
    "in the top half decides. It is {number}, and by the drawing of lots odd numbers get {drawn}."
)
COUNTED = N_(
    "You have {colour}: neither you nor {opponent} has had a colour yet, so the higher-ranked of "
    "you decides. That is No. {number} of those who have entered, and by the drawing of lots odd "
    "numbers get {drawn}."
)
DOWN_THE_LIST = N_(
    "You have {colour}, and {opponent} {opposite}, because in the first round the colours "
    "alternate from board to board."
)

BY_LOTS = {R.NUMBER: BY_NUMBER, R.NEWCOMERS: NEWCOMERS, R.UPPER_HALF: TOP_HALF}

BOTH_WANT = N_("You have {colour}. You and {opponent} both need {wanted}, and {why}.")
WHY: dict[ColourReason, str] = {
    R.STRONGER: N_("{served:you need|{} needs} it more"),
    R.OVER_HALF: N_(
        "in the last round only players with at most half of the points must have it, as "
        "{served:you do|{} does}"
    ),
    R.ALTERNATE: N_(
        "counted back from your last games, where your colours first differ {other:you|{}} had it"
    ),
    R.LOWER: N_("below the middle group it goes to the lower-ranked: {served:you|{}}"),
    R.LIMITS: N_("{served:you|{}} may not have the other colour this time"),
    R.WIDER: N_("{served:your colours|the colours of {}} are further out of balance"),
}
"""Why the colour that both are due goes to {served}, not to {other}."""
UNEVEN = N_(
    "{served:your Whites and Blacks|the Whites and Blacks of {}} differ by {larger}, {other:yours|"
    "those of {}} by {smaller}"
)
UNEVEN_AND_EVEN = N_(
    "{served:you need|{} needs} it more, having had the other colour more often; {other:you have|"
    "{} has} had both equally often"
)
TWICE = N_(
    "{served:you need|{} needs} it more, after the other colour in {served:your|the} last two games"
)
"""Why {served} needs a colour more."""
ALTERNATE_ROUND = N_(
    "in round {round}, the last in which your colours differed, {other:you|{}} had it"
)
MORE_POINTS = N_("{served:you have|{} has} more points")
LOWER_NUMBER = N_("{served:you come|{} comes} first, having the lower number")
OTHER_SCORE = N_("{served:you come|{} comes} first by the other score, game points or match points")
"""Of teams with the same points."""
PLACED_HIGHER = {
    Key.SONNEBORN_BERGER: N_(
        "{served:you have|{} has} more points of beaten opponents, with half those of drawn ones "
        "({higher} against {lower})"
    ),
    Key.BUCHHOLZ: N_(
        "{served:your opponents|the opponents of {}} have more points ({higher} against {lower})"
    ),
    Key.MEDIAN: N_(
        "{served:your opponents|the opponents of {}}, without the best and the worst, have more "
        "points ({higher} against {lower})"
    ),
    Key.RATING: N_("{served:you have|{} has} the higher rating"),
    Key.NUMBER: LOWER_NUMBER,
}
"""Why {served} is served first of two who are equally due a colour."""

WHITE_TO: dict[ColourReason, str] = {
    R.LESS_WHITE: N_(
        "You have {colour} because White goes to whoever has had it less often, counting Whites "
        "against Blacks: {served:you|{}}, not {other:you|{}}."
    ),
    R.HIGHER_ARO: N_(
        "You have {colour}: your colours were the same, and White goes to {served:you|{}}, whose "
        "opponents so far were stronger on average."
    ),
    R.LOWER_RATING: N_(
        "You have {colour}: your colours and your opposition were equal, and White goes to "
        "{served:you|{}}, with the lower rating."
    ),
    R.LATER: N_(
        "You have {colour}: all else is equal, and White goes to {served:you|{}}, later in the "
        "list than {other:you|{}}."
    ),
    R.LOWER_BALANCE: N_(
        "You have {colour} because White goes to the one with fewer Whites minus Blacks: "
        "{served:you|{}}, not {other:you|{}}."
    ),
    R.FEWER_WHITES: N_(
        "You have {colour} because {served:you|{}} began fewer matches with White than "
        "{other:you|{}}."
    ),
    R.ALTERNATE_LEVEL: N_(
        "You have {colour}. Your colours so far do not decide, but counted back from the end, "
        "where they first differ {other:you|{}} had White."
    ),
}
"""Why White goes to {served}, not to {other}."""
LEVEL_ROUND = N_(
    "You have {colour}. What you have had in all does not decide; in round {round}, the last in "
    "which your colours differed, {other:you|{}} had White."
)
EQUAL_ROUND = N_(
    "You have {colour}. You and {opponent} have had White equally often, and Black too; in round "
    "{round}, the last in which your colours differed, {other:you|{}} had White."
)
CHANGES = {
    R.HIGHER_CHANGES: N_(
        "You have {colour} because {changing:you|{}} had {before} last and {changing:are|is} "
        "placed above {waiting:you|{}}; your colours so far do not decide."
    ),
    R.OTHER_CHANGES: N_(
        "You have {colour}: {changing:you|{}} had {before} last, and {waiting:you have|{} has} "
        "not played yet."
    ),
}
"""Somebody changes colour: the player, or the opponent."""
LIMITS = {R.LIMIT_DIFFERENCE: R.LIMITS, R.LIMIT_RUNNING: R.LIMITS}

GAMES = N_("Colours so far: you {mine}, {opponent} {theirs}{gap:| (– is a round without one)}.")
MATCHES = N_(
    "Colours so far, on board 1: you {mine}, {opponent} {theirs}{gap:| (– is a round without one)}."
)
MATCHES_BEGUN = N_(
    "Colours so far, in the first games: you {mine}, {opponent} {theirs}{gap:| (– is a round "
    "without one)}."
)
NEWCOMERS_DUE = N_("A newcomer should have {colour}.")


def colour_sentences(
    story: Story, step: ColourAllocated, reason: ColourReason, player: int
) -> tuple[Sentence, ...]:
    """Return two sentences: the rule that decided, and the colours that both players have had.

    The second is left out if neither has had a colour.
    """
    white, black = story.entrant[step.white], story.entrant[step.black]
    me, opponent = (white, black) if player == step.white else (black, white)
    has = Colour.WHITE if me is white else Colour.BLACK
    reason = deciding_reason(reason, white, black)
    said = _rule(story, LIMITS.get(reason, reason), me, opponent, has)
    if not (me.history.colours or opponent.history.colours):
        return (said,)
    template, system = GAMES, story.system.announced
    if system.matches:
        template = MATCHES_BEGUN if system.two_games else MATCHES
    so_far = Sentence(
        template,
        opponent=story.name(opponent.id),
        mine=ColoursSoFar.of(me),
        theirs=ColoursSoFar.of(opponent),
        gap=any(GAP in ColoursSoFar.of(one).letters for one in (me, opponent)),
    )
    new = [one for one in (me, opponent) if not one.history.colours and one.preference]
    due = [Sentence(NEWCOMERS_DUE, colour=colour_needed(story, one.id)) for one in new]
    return said, so_far, *due


def _rule(
    story: Story, reason: ColourReason, me: Entrant, opponent: Entrant, has: Colour
) -> Sentence:
    def name(one: Entrant) -> Value:
        return You(one.id) if one is me else story.name(one.id)

    def between(served: Entrant) -> dict[str, Value]:
        """Return the player whose preference is granted, and the other one, as values of a
        sentence.
        """
        return {"served": name(served), "other": name(opponent if served is me else me)}

    values: dict[str, Value] = {
        "colour": colour_in_round(has, me.id),
        "opposite": colour_in_round(has.opposite, opponent.id),
        "opponent": story.name(opponent.id),
    }
    number = _last_differing(me, opponent)
    if number is not None:
        values["round"] = RoundOf(number, RoundEvent.DIFFERING, me.id, opponent.id)
    white = me if has is Colour.WHITE else opponent
    if reason is R.ALTERNATE_LEVEL and number is not None:
        equal = sorted(me.history.colours) == sorted(opponent.history.colours)
        template = EQUAL_ROUND if equal else LEVEL_ROUND
        return sentence_with(template, **values, **between(white))
    if reason in WHITE_TO:
        return sentence_with(WHITE_TO[reason], **values, **between(white))
    if reason in CHANGES:
        first = first_of(me, opponent, story.field.options)
        changing = me if first[reason is R.OTHER_CHANGES] is me else opponent
        waiting = opponent if changing is me else me
        last = Colour.WHITE if changing.history.colours[-1:] == "W" else Colour.BLACK
        return sentence_with(
            CHANGES[reason],
            **values,
            changing=name(changing),
            waiting=name(waiting),
            before=ColourOf(last, ColourFact.HAD_LAST, (changing.id,)),
        )
    if reason is R.BOTH:
        if me.preference is not None and opponent.preference is not None:
            return sentence_with(BOTH_GET, **values)
        needs = me if me.preference is not None else opponent
        return sentence_with(ONLY_ONE, **values, **between(needs))
    if reason in BY_LOTS:
        higher = min(me, opponent, key=lambda one: (-one.score, one.number))
        drawn = story.field.initial_colour
        gets = drawn if higher.parity % 2 else drawn.opposite
        template = BY_LOTS[reason] if higher.parity == higher.number else COUNTED
        # Later than round 1 the lower-ranked may be in the top half (Lim).
        unsure = reason is R.UPPER_HALF and story.field.round > 1
        if unsure or (gets is has) != (higher is me):
            template = NEITHER
        return sentence_with(
            template,
            **values,
            number=Numbered(higher.parity, higher.id),
            drawn=ColourOf(drawn, ColourFact.DRAWN),
        )
    if reason is R.DOWN_THE_LIST:
        return sentence_with(DOWN_THE_LIST, **values)
    served = me if me.preference is has else opponent
    other = opponent if served is me else me
    why = WHY.get(reason, "")
    values |= between(served)
    values["wanted"] = colour_needed(story, served.id, other.id)
    if reason is R.HIGHER:
        why, figures = _why_higher(story, served, other)
        values |= figures
    elif reason is R.STRONGER:
        values["larger"] = Imbalance(_imbalance(served), served.id)
        values["smaller"] = Imbalance(_imbalance(other), other.id)
        why = _why_stronger(served, other) or why
    elif reason is R.ALTERNATE and number is not None:
        why = ALTERNATE_ROUND
    return sentence_with(BOTH_WANT, **values, why=sentence_with(why, **values))


def _why_stronger(served: Entrant, other: Entrant) -> str | None:
    """Return the template that says why `served` needs a colour more; None if neither reason holds.

    The reasons: a larger imbalance of colours, or the same colour in the last two games.
    """
    mine, theirs = (_imbalance(one) for one in (served, other))
    if mine > theirs:
        return UNEVEN if theirs else UNEVEN_AND_EVEN
    return TWICE if served.history.colours[-2:] in ("WW", "BB") else None


def _last_differing(me: Entrant, opponent: Entrant) -> int | None:
    """Return the last round in which the colours of the two differed, if the rule compares that
    round.

    The rule compares colours game by game from the last one back. After rounds without a game, it
    may compare games of two different rounds; the result is then None.
    """
    mine, theirs = (_letters(one) for one in (me, opponent))
    pairs = zip(reversed(mine.items()), reversed(theirs.items()), strict=False)
    counts = next(((n, m) for (n, one), (m, other) in pairs if one != other), None)
    differing = [number for number in mine if mine[number] != theirs.get(number, mine[number])]
    return differing[-1] if differing and counts == (differing[-1], differing[-1]) else None


def _letters(one: Entrant) -> dict[int, str]:
    """Return the colour of each game that the player has played, by round."""
    rounds = enumerate(one.history.parts, start=1)
    return {number: part.letter for number, part in rounds if part.letter}


def _imbalance(one: Entrant) -> int:
    return abs(one.history.colours.count("W") - one.history.colours.count("B"))


def _why_higher(story: Story, served: Entrant, other: Entrant) -> tuple[str, dict[str, Value]]:
    """Return a template that says why `served` ranks higher, and its values.

    In the Burstein system they are figures of its own order.
    """
    for step in story.trace:
        if isinstance(step, PlayersOrdered):
            values = {one.player: one.values for one in step.players}
            both = zip(step.by, values[served.id], values[other.id], strict=True)
            key, mine, theirs = next(one for one in both if one[1] != one[2])
            unit = story.unit**2 if key is Key.SONNEBORN_BERGER else story.unit
            return PLACED_HIGHER[key], {
                "higher": OpponentsSum(mine, unit, key, served.id),
                "lower": OpponentsSum(theirs, unit, key, other.id),
            }
    mine, theirs = (story.system.colour_score(one, story.field) for one in (served, other))
    if mine != theirs:
        return MORE_POINTS, {}
    return (LOWER_NUMBER if served.secondary == other.secondary else OTHER_SCORE), {}
