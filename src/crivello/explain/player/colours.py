"""Why a player has this colour, in the player's words."""

from __future__ import annotations

from crivello.explain.colours import ColourReason, deciding_reason
from crivello.explain.explanation import Value
from crivello.explain.player.answer import is_short
from crivello.explain.player.facts import (
    ColourFact,
    ColourOf,
    Count,
    GamesHad,
    Imbalance,
    Numbered,
    OpponentsSum,
    RoundEvent,
    RoundOf,
    Rounds,
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
ONLY_YOU = N_(
    "You have {colour} because you need it to balance your colours; {opponent} does not need a "
    "certain colour yet."
)
ONLY_OTHER = N_(
    "You have {colour} because {opponent} needs {opposite} to balance colours; you do not need a "
    "certain colour yet."
)
NEITHER = N_(
    "You have {colour} by the drawing of lots and the number of the higher-ranked of you: neither "
    "you nor {opponent} has had a colour yet."
)
BY_NUMBER = N_(
    "You have {colour}: neither you nor {opponent} needs a certain colour yet, so the number of "
    "the higher-ranked of you decides, {number}; by the drawing of lots odd numbers get {drawn}."
)
NEWCOMERS = N_(
    "You have {colour}: neither you nor {opponent} has played yet, so the number of the "
    "higher-ranked of you decides, {number}; by the drawing of lots odd numbers get {drawn}."
)
TOP_HALF = N_(
    "You have {colour}: neither you nor {opponent} has had a colour yet, so the number of the one "
    "in the top half of the list decides, {number}; by the drawing of lots odd numbers get {drawn}."
)
COUNTED = N_(
    "You have {colour}: neither you nor {opponent} has had a colour yet, so the higher-ranked of "
    "you decides, as No. {number} of those who have entered; by the drawing of lots odd numbers "
    "get {drawn}."
)
DOWN_THE_LIST = N_(
    "You have {colour}, and {opponent} {opposite}, because in the first round the colours "
    "alternate from board to board."
)

BY_LOTS = {R.NUMBER: BY_NUMBER, R.NEWCOMERS: NEWCOMERS, R.UPPER_HALF: TOP_HALF}

BOTH_WANT_YOURS = N_("You have {colour}: you and {opponent} both need it, and {why}.")
BOTH_WANT_THEIRS = N_("You have {colour}: you and {opponent} both need {opposite}, and {why}.")
MINE: dict[ColourReason, str] = {
    R.STRONGER: N_("you need it more"),
    R.OVER_HALF: N_(
        "in the last round only players with at most half of the points must have it, as you do"
    ),
    R.ALTERNATE: N_(
        "counted back from your last games, where your colours first differ {opponent} had it"
    ),
    R.LOWER: N_("below the middle group it goes to the lower-ranked: you"),
    R.LIMITS: N_("you may not have {opposite} this time"),
    R.WIDER: N_("your colours are further out of balance"),
}
"""Why the colour that both are due goes to the player."""
THEIRS: dict[ColourReason, str] = {
    R.STRONGER: N_("{opponent} needs it more"),
    R.OVER_HALF: N_(
        "in the last round only players with at most half of the points must have it, as "
        "{opponent} does"
    ),
    R.ALTERNATE: N_(
        "counted back from your last games, where your colours first differ you had it"
    ),
    R.LOWER: N_("below the middle group it goes to the lower-ranked: {opponent}"),
    R.LIMITS: N_("{opponent} may not have {colour} this time"),
    R.WIDER: N_("the colours of {opponent} are further out of balance"),
}
"""Why it goes to the opponent."""
UNEVEN = (
    N_(
        "you need it more: between your Whites and Blacks there is a difference of {larger}, "
        "between those of {opponent} of {smaller}"
    ),
    N_(
        "{opponent} needs it more: between their Whites and Blacks there is a difference of "
        "{larger}, between yours of {smaller}"
    ),
)
UNEVEN_AND_EVEN = (
    N_(
        "you need it more, having had {opposite} more often than {colour}; {opponent} has had both "
        "equally often"
    ),
    N_(
        "{opponent} needs it more, having had {colour} more often than {opposite}; you have had "
        "both equally often"
    ),
)
TWICE = (
    N_("you need it more, after the other colour in your last two games"),
    N_("{opponent} needs it more, after the other colour in the last two games"),
)
"""Why the player, or the opponent, needs a colour more."""
ALTERNATE_ROUND = (
    N_("in round {round}, the last in which your colours differed, {opponent} had it"),
    N_("in round {round}, the last in which your colours differed, you had it"),
)
"""Why it is the turn of the player, or of the opponent."""
MORE_POINTS = N_("you have more points"), N_("{opponent} has more points")
LOWER_NUMBER = (
    N_("you come first, having the lower number"),
    N_("{opponent} comes first, having the lower number"),
)
OTHER_SCORE = (
    N_("you come first by the other score, game points or match points"),
    N_("{opponent} comes first by the other score, game points or match points"),
)
"""Of teams with the same points."""
PLACED_HIGHER = {
    Key.SONNEBORN_BERGER: (
        N_(
            "you are placed higher: all the points of opponents you beat and half of those you "
            "drew with make {higher}, for {opponent} {lower}"
        ),
        N_(
            "{opponent} is placed higher: all the points of opponents they beat and half of those "
            "they drew with make {higher}, for you {lower}"
        ),
    ),
    Key.BUCHHOLZ: (
        N_("your opponents have more points than theirs ({higher} against {lower})"),
        N_("the opponents of {opponent} have more points than yours ({higher} against {lower})"),
    ),
    Key.MEDIAN: (
        N_(
            "your opponents, without the best and the worst, have more points than theirs "
            "({higher} against {lower})"
        ),
        N_(
            "the opponents of {opponent}, without the best and the worst, have more points than "
            "yours ({higher} against {lower})"
        ),
    ),
    Key.RATING: (N_("you have the higher rating"), N_("{opponent} has the higher rating")),
    Key.NUMBER: LOWER_NUMBER,
}
"""Why one of two who are equally due a colour is served first: the player, or the opponent."""

MY_WHITE: dict[ColourReason, str] = {
    R.LESS_WHITE: N_(
        "You have White because it goes to whoever has had it less often, counting Whites against "
        "Blacks: you, not {opponent}."
    ),
    R.HIGHER_ARO: N_(
        "You have White because your opponents so far were stronger on average than those of "
        "{opponent}; your colours were the same."
    ),
    R.LOWER_RATING: N_(
        "You have White because your rating is lower than that of {opponent}; your colours and "
        "your opposition were equal."
    ),
    R.LATER: N_("You have White because you come after {opponent} in the list; all else is equal."),
    R.LOWER_BALANCE: N_(
        "You have White because, compared with Black, you have had it less often than {opponent}."
    ),
    R.FEWER_WHITES: N_("You have White because you began fewer matches with it than {opponent}."),
    R.ALTERNATE_LEVEL: N_(
        "You have White: your colours so far do not decide between you and {opponent}, but counted "
        "back from the end, where they first differ {opponent} had it."
    ),
}
THEIR_WHITE: dict[ColourReason, str] = {
    R.LESS_WHITE: N_(
        "You have Black because White goes to whoever has had it less often, counting Whites "
        "against Blacks: {opponent}, not you."
    ),
    R.HIGHER_ARO: N_(
        "You have Black because the opponents of {opponent} so far were stronger on average than "
        "yours; your colours were the same."
    ),
    R.LOWER_RATING: N_(
        "You have Black because the rating of {opponent} is lower than yours; your colours and "
        "your opposition were equal."
    ),
    R.LATER: N_(
        "You have Black because {opponent} comes after you in the list; all else is equal."
    ),
    R.LOWER_BALANCE: N_(
        "You have Black because, compared with Black, {opponent} has had White less often than you."
    ),
    R.FEWER_WHITES: N_(
        "You have Black because {opponent} began fewer matches with White than you."
    ),
    R.ALTERNATE_LEVEL: N_(
        "You have Black: your colours so far do not decide between you and {opponent}, but counted "
        "back from the end, where they first differ you had White."
    ),
}
LEVEL_ROUND = (
    N_(
        "You have White: in round {round}, the last in which you and {opponent} had different "
        "colours, {opponent} had it; what you have had in all does not decide."
    ),
    N_(
        "You have Black: in round {round}, the last in which you and {opponent} had different "
        "colours, you had White; what you have had in all does not decide."
    ),
)
EQUAL_ROUND = (
    N_(
        "You have White: you and {opponent} have had White equally often, and Black too; in round "
        "{round}, the last in which one of you had White and the other Black, {opponent} had "
        "White, so now you have it."
    ),
    N_(
        "You have Black: you and {opponent} have had White equally often, and Black too; in round "
        "{round}, the last in which one of you had White and the other Black, you had White, so "
        "now {opponent} has it."
    ),
)
CHANGES = {
    R.HIGHER_CHANGES: (
        N_(
            "You have {colour} because you had {opposite} last and are placed above {opponent}; "
            "your colours so far do not decide."
        ),
        N_(
            "You have {colour} because {opponent} had it last and is placed above you; your "
            "colours so far do not decide."
        ),
    ),
    R.OTHER_CHANGES: (
        N_("You have {colour}: you had {opposite} last, and {opponent} has not played yet."),
        N_("You have {colour}: {opponent} had it last, and you have not played yet."),
    ),
}
"""Somebody changes colour: the player, or the opponent."""
LIMITS = {R.LIMIT_DIFFERENCE: R.LIMITS, R.LIMIT_RUNNING: R.LIMITS}

GAMES = N_("Games so far: {mine}; {theirs}.")
MATCHES = N_("Matches so far, by the colour on board 1: {mine}; {theirs}.")
MATCHES_BEGUN = N_("Matches so far, by the colour of the first game: {mine}; {theirs}.")
EACH = {
    GAMES: N_("Games so far: White {white}, Black {black} for each of you."),
    MATCHES: N_(
        "Matches so far, by the colour on board 1: White {white}, Black {black} for each of you."
    ),
    MATCHES_BEGUN: N_(
        "Matches so far, by the colour of the first game: White {white}, Black {black} for each of "
        "you."
    ),
}
"""Where both have had each colour equally often, and nobody has missed a round."""
MISSED = N_("{games} (round {rounds} not played)", "{games} (rounds {rounds} not played)")
NO_COLOUR = N_(
    "{games} (round {rounds} without a colour)", "{games} (rounds {rounds} without a colour)"
)
"""A match in which each forfeits one game is played, but gives nobody a colour."""
COUNTS = N_("White {white}, Black {black} for {player}")
NONE = N_("none for {player}")
NONE_DUE = N_("none for {player}, and newcomers should have {colour}")
COUNTS_LAST = N_("White {white}, Black {black} for {player}, the last with {colour}")
COUNTS_LAST_TWO = N_("White {white}, Black {black} for {player}, the last two with {colour}")


def colour_sentences(
    story: Story, step: ColourAllocated, reason: ColourReason, player: int
) -> tuple[Sentence, ...]:
    """The rule of the pair, and the colours that both have had."""
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
    if said.template in EQUAL_ROUND and not (
        _rounds_without_colour(me) or _rounds_without_colour(opponent)
    ):
        both = (me.id, opponent.id)
        return said, Sentence(
            EACH[template],
            white=GamesHad.of(story, Colour.WHITE, *both),
            black=GamesHad.of(story, Colour.BLACK, *both),
        )
    for missed in (True, False):
        mine = _games(story, me, You(me.id), missed)
        theirs = _games(story, opponent, story.name(opponent.id), missed)
        so_far = Sentence(template, mine=mine, theirs=theirs)
        if is_short(said, so_far):
            return said, so_far
    return (said,)


def _rule(
    story: Story, reason: ColourReason, me: Entrant, opponent: Entrant, has: Colour
) -> Sentence:
    values: dict[str, Value] = {
        "colour": colour_in_round(has, me.id),
        "opposite": colour_in_round(has.opposite, opponent.id),
        "opponent": story.name(opponent.id),
    }
    number = _last_differing(me, opponent)
    if number is not None:
        values["round"] = RoundOf(number, RoundEvent.DIFFERING, me.id, opponent.id)
    if reason is R.ALTERNATE_LEVEL and number is not None:
        equal = sorted(me.history.colours) == sorted(opponent.history.colours)
        templates = EQUAL_ROUND if equal else LEVEL_ROUND
        return sentence_with(templates[has is Colour.BLACK], **values)
    if reason in MY_WHITE:
        template = (MY_WHITE if has is Colour.WHITE else THEIR_WHITE)[reason]
        return sentence_with(template, **values)
    if reason in CHANGES:
        first = first_of(me, opponent, story.field.options)
        changing = me if first[reason is R.OTHER_CHANGES] is me else opponent
        return sentence_with(CHANGES[reason][changing is opponent], **values)
    if reason is R.BOTH:
        template = BOTH_GET if me.preference is not None else ONLY_OTHER
        return sentence_with(ONLY_YOU if opponent.preference is None else template, **values)
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
    mine = me.preference is has
    why = (MINE if mine else THEIRS).get(reason, "")
    if reason is R.HIGHER:
        both, figures = _why_higher(story, me, opponent)
        why, values = both[not mine], values | figures
    elif reason is R.STRONGER:
        granted, other = (me, opponent) if mine else (opponent, me)
        values["larger"] = Imbalance(_imbalance(granted), granted.id)
        values["smaller"] = Imbalance(_imbalance(other), other.id)
        stronger = _why_stronger(granted, other)
        why = why if stronger is None else stronger[not mine]
    elif reason is R.ALTERNATE and number is not None:
        why = ALTERNATE_ROUND[not mine]
    return sentence_with(
        BOTH_WANT_YOURS if mine else BOTH_WANT_THEIRS, **values, why=sentence_with(why, **values)
    )


def _why_stronger(granted: Entrant, other: Entrant) -> tuple[str, str] | None:
    """Why one needs a colour more than the other: the balance of colours, or two in a row."""
    mine, theirs = (_imbalance(one) for one in (granted, other))
    if mine > theirs:
        return UNEVEN if theirs else UNEVEN_AND_EVEN
    return TWICE if granted.history.colours[-2:] in ("WW", "BB") else None


def _last_differing(me: Entrant, opponent: Entrant) -> int | None:
    """The last round in which one had White and the other Black, if that is where it counts.

    Colours are compared game by game from the last one back, so after rounds without a game it can
    be two different rounds.
    """
    mine, theirs = (_letters(one) for one in (me, opponent))
    pairs = zip(reversed(mine.items()), reversed(theirs.items()), strict=False)
    counts = next(((n, m) for (n, one), (m, other) in pairs if one != other), None)
    differing = [number for number in mine if mine[number] != theirs.get(number, mine[number])]
    return differing[-1] if differing and counts == (differing[-1], differing[-1]) else None


def _letters(one: Entrant) -> dict[int, str]:
    """The colours of a player by round, of the games played."""
    rounds = enumerate(one.history.parts, start=1)
    return {number: part.letter for number, part in rounds if part.letter}


def _rounds_without_colour(one: Entrant) -> list[int]:
    """The rounds without a colour, nearly always without a game."""
    coloured = _letters(one)
    return [number for number in range(1, len(one.history.parts) + 1) if number not in coloured]


def _imbalance(one: Entrant) -> int:
    return abs(one.history.colours.count("W") - one.history.colours.count("B"))


def _why_higher(
    story: Story, me: Entrant, opponent: Entrant
) -> tuple[tuple[str, str], dict[str, Value]]:
    """What sets the higher of two apart: points and number, or an order of its own (Burstein).

    And the figures of an order of its own.
    """
    for step in story.trace:
        if isinstance(step, PlayersOrdered):
            values = {one.player: one.values for one in step.players}
            both = zip(step.by, values[me.id], values[opponent.id], strict=True)
            key, mine, theirs = next(one for one in both if one[1] != one[2])
            unit = story.unit**2 if key is Key.SONNEBORN_BERGER else story.unit
            figures = [
                OpponentsSum(mine, unit, key, me.id),
                OpponentsSum(theirs, unit, key, opponent.id),
            ]
            figures.sort(key=lambda figure: figure.amount)
            return PLACED_HIGHER[key], {"higher": figures[1], "lower": figures[0]}
    mine, theirs = (story.system.colour_score(one, story.field) for one in (me, opponent))
    if mine != theirs:
        return MORE_POINTS, {}
    return (LOWER_NUMBER if me.secondary == opponent.secondary else OTHER_SCORE), {}


def _games(story: Story, one: Entrant, name: Value, missed: bool) -> Sentence:
    """How often a player has had each colour; and the last, where that is what counts.

    `missed`: also name the rounds without a colour.
    """
    colours = one.history.colours
    if not colours:
        due = one.preference
        newcomer = NONE if due is None else NONE_DUE
        return sentence_with(newcomer, player=name, colour=colour_needed(story, one.id))
    white, black = colours.count("W"), colours.count("B")
    by_balance = Colour.BLACK if white > black else Colour.WHITE
    template = COUNTS
    if colours[-2:] in ("WW", "BB"):
        template = COUNTS_LAST_TWO
    elif white == black or (one.preference is not None and one.preference is not by_balance):
        template = COUNTS_LAST
    last = Colour.WHITE if colours[-1] == "W" else Colour.BLACK
    games = sentence_with(
        template,
        player=name,
        white=GamesHad.of(story, Colour.WHITE, one.id),
        black=GamesHad.of(story, Colour.BLACK, one.id),
        colour=ColourOf(last, ColourFact.HAD_LAST, (one.id,)),
    )
    rounds = _rounds_without_colour(one)
    if not rounds or not missed:
        return games
    played = any(one.history.parts[number - 1].played for number in rounds)
    said = NO_COLOUR if played else MISSED
    event = RoundEvent.NO_COLOUR if played else RoundEvent.UNPLAYED
    named = tuple(RoundOf(number, event, one.id) for number in rounds)
    return Sentence(said, games=games, rounds=Rounds(named), count=Count(named))
