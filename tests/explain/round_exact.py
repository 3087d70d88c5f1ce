"""Exact values in the texts for arbiter and student: scores, places, orders, sums, numbers of
pairs.

Each is derived from the players of its bracket and their games. `round_facts` checks these claims
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, floor, prod
from typing import TYPE_CHECKING, Any

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.explanation import Floater, Placing
from crivello.model.history import histories
from crivello.model.result import Bye, Colour
from crivello.model.sentence import ListOf, PairRef, Points

if TYPE_CHECKING:
    from tests.explain.round_facts import RoundFacts

Values = Mapping[str, Any]
Holds = Callable[["RoundFacts", Values], bool]
EXACT: list[tuple[str, Holds, tuple[str, ...]]] = []
"""Patterns of templates, the condition that must hold, and the fields that it verifies."""
DUTCH = ("dutch-2017", "dutch-2026")
UPWARD = ("dubov-2018", "dubov-2026", "team-2026", "doubleswiss-2026")


def exact(template: str, *fields: str) -> Callable[[Holds], Holds]:
    def add(holds: Holds) -> Holds:
        EXACT.append((template, holds, fields))
        return holds

    return add


def ids(value: ListOf) -> list[int]:
    return [one.id for one in value.items]


def pairs(value: ListOf) -> list[tuple[int, int]]:
    return [(one.one, one.other) for one in value.items]


def sets(made: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in made}


def ranked(facts: RoundFacts, players: Iterable[int]) -> list[int]:
    return sorted(players, key=lambda one: (-facts.entrant[one].score, facts.entrant[one].number))


def by_number(facts: RoundFacts, players: Iterable[int]) -> list[int]:
    return sorted(players, key=lambda one: facts.entrant[one].number)


# Scores


@exact(r"^(Bracket|Group|Scoregroup|Collapsed last bracket).*score \{score\}", "score")
def is_score_of_bracket(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    if here is not None:
        return bool(here.score == v["score"].amount)
    return v["score"].amount in {one.score for one in facts.brackets}


@exact(r"This is so in the (bracket|scoregroup) at score", "score")
def is_score_of_place(facts: RoundFacts, v: Values) -> bool:
    places = facts.places(*facts.asked) if "need" in v else facts.brackets
    return any(one.score == v["score"].amount for one in places)


@exact(r"^So the bracket at score \{score\} is paired again", "score")
def collapses(facts: RoundFacts, v: Values) -> bool:
    score = v["score"].amount
    lower = {one.id for one in facts.entrant.values() if one.score < score}
    return {*ids(v["players"])} == lower and score in {one.score for one in facts.brackets}


# Members of brackets, and how they are divided


@exact(r"^(Players|Teams): \{players\}\.$")
def are_members(facts: RoundFacts, v: Values) -> bool:
    here, said = facts.here, ids(v["players"])
    if here is None:
        return True
    if facts.this.rules.key in DUTCH:
        return {*said} == {*here.players}
    if facts.this.rules.key in UPWARD:
        return {*said} == {*here.players} - here.came
    return all(facts.entrant[one].score >= here.score or one in here.came for one in said)


@exact(r"^Moved down: \{moved_down\}; residents")
def are_from_above_and_residents(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    if here is None:
        return True
    moved, residents = ids(v["moved_down"]), ids(v["residents"])
    return (moved, residents) == (
        ranked(facts, here.came),
        ranked(facts, {*here.players} - here.came),
    ) and all(facts.entrant[one].score > here.score for one in moved)


def first_candidate(
    facts: RoundFacts, here: TracedBracket
) -> tuple[list[int], list[int], list[tuple[int, int]], list[int]]:
    """Return S1, S2, their first pairs (as many as are made), and the players who remain."""
    came = ranked(facts, here.came)
    residents = ranked(facts, {*here.players} - here.came)
    made = len(here.pairs)
    moved = sum(bool({*pair} & here.came) for pair in here.pairs)
    rest = residents[moved:]
    half = made - moved
    first = list(zip(came[:moved], residents, strict=False))
    first += zip(rest[:half], rest[half : 2 * half], strict=True)
    s1, s2 = (came[:moved], residents) if came else (rest[:half], rest[half:])
    return s1, s2, first, came[moved:] + rest[2 * half :]


@exact(r"^S1 = \{s1\}; S2 = \{s2\}")
def are_halves(facts: RoundFacts, v: Values) -> bool:
    here, s1, s2 = facts.here, ids(v["s1"]), ids(v["s2"])
    if here is not None and facts.this.rules.key in DUTCH:
        return (s1, s2) == first_candidate(facts, here)[:2]
    if facts.this.rules.key == "dutch-2011":
        return s1 == ranked(facts, s1) and s2 == ranked(facts, s2)
    return not {*s1} & {*s2}


@exact(r"^Remainder: S1 = \{s1\}; S2")
def are_halves_of_remainder(facts: RoundFacts, v: Values) -> bool:
    here, s1, s2 = facts.here, ids(v["s1"]), ids(v["s2"])
    if here is None:
        return True
    met = {player for pair in here.pairs if {*pair} & here.came for player in pair}
    rest = ranked(facts, {*here.players} - here.came - met)
    return (s1, s2) == (rest[: len(here.pairs) - len(met) // 2], rest[len(s1) :])


@exact(r"^After the exchange: S1 = \{s1\}; S2")
def are_halves_after_exchange(facts: RoundFacts, v: Values) -> bool:
    here, s1, s2 = facts.here, ids(v["s1"]), ids(v["s2"])
    if here is None:
        return True
    inside = [pair for pair in here.pairs if not {*pair} & here.came]
    met = {player for pair in here.pairs if {*pair} & here.came for player in pair}
    return (
        (s1, s2) == (ranked(facts, s1), ranked(facts, s2))
        and {*s1, *s2} == {*here.players} - here.came - met
        and all(len({*pair} & {*s1}) == 1 for pair in inside)
        and len(s1) == len(inside)
    )


@exact(r"^S2 is transposed: \{players\}")
def is_transposition(facts: RoundFacts, v: Values) -> bool:
    here, players = facts.here, ids(v["players"])
    if here is None:
        return True
    met = {player for pair in here.pairs if {*pair} & here.came for player in pair}
    s1 = ranked(facts, {*here.players} - here.came - met - {*players})
    return sets(zip(s1, players, strict=False)) == sets(
        pair for pair in here.pairs if not {*pair} & here.came
    )


@exact(r"^S2 is transposed for the moved-down players: \{players\}")
def is_transposition_for_them(facts: RoundFacts, v: Values) -> bool:
    here, players = facts.here, ids(v["players"])
    if here is None:
        return True
    of_them = [pair for pair in here.pairs if {*pair} & here.came]
    s1 = ranked(facts, {player for pair in of_them for player in pair} & here.came)
    return sets(zip(s1, players, strict=False)) == sets(of_them) and {*players} == (
        {*here.players} - here.came
    )


@exact(r"^Pairs of the moved-down players: \{pairs\}")
def are_pairs_of_moved_down(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    return here is None or sets(pairs(v["pairs"])) == sets(
        pair for pair in here.pairs if {*pair} & here.came
    )


@exact(r"^Other moved-down players are paired: \{players\}; into the limbo: \{limbo\}")
def are_other_moved_down(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    if here is None:
        return True
    paired = {player for pair in here.pairs for player in pair} & here.came
    return {*ids(v["players"])} == paired and {*ids(v["limbo"])} == here.came - paired


@exact(r"^Downfloaters: \{players\}")
def are_left_over(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    paired = {player for pair in here.pairs for player in pair} if here else set()
    return here is None or {*ids(v["players"])} == {*here.players} - paired


@exact(r"^Paired: \{pairs\}")
def are_pairs(facts: RoundFacts, v: Values) -> bool:
    here, said = facts.here, sets(pairs(v["pairs"]))
    if here is not None and facts.this.rules.key in (*DUTCH, *UPWARD):
        return said == sets(here.pairs)
    return facts.legal(pairs(v["pairs"]))


@exact(r"^The first candidate, S1 against S2 in order: \{pairs\}")
def is_first_candidate(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    if here is None:
        return True
    _, _, first, left = first_candidate(facts, here)
    left_over = v.get("players")
    return sets(pairs(v["pairs"])) == sets(first) and (
        left_over is None or {*ids(left_over)} == {*left}
    )


@exact(r"^The first candidate, S1 against S2 in order, would leave \{players\}")
def leaves_these(facts: RoundFacts, v: Values) -> bool:
    said = {*ids(v["players"])}
    return any({*first_candidate(facts, one)[3]} == said for one in facts.places(*facts.asked))


@exact(r"^That candidate contains pairs that are not allowed: \{pairs\}")
def are_all_not_allowed(facts: RoundFacts, v: Values) -> bool:
    said = sets(pairs(v["pairs"]))
    return any(
        said == sets(p for p in first_candidate(facts, one)[2] if not facts.may_meet(*p))
        for one in facts.places(*facts.asked)
    )


@exact(r"^Brought up: \{players\}")
def are_brought_up(facts: RoundFacts, v: Values) -> bool:
    here, said = facts.here, {*ids(v["players"])}
    places = [here] if here is not None else facts.places(*facts.asked)
    return any(said == one.came for one in places)


@exact(r"^By number, the upper half is \{s1\}")
def are_halves_by_number(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    everybody = by_number(facts, here.players if here else ())
    half = len(everybody) // 2
    return (ids(v["s1"]), ids(v["s2"])) == (everybody[:half], everybody[half:])


@exact(r"^The upper half against the lower half in order would be \{pairs\}")
def are_first_by_number(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    everybody = by_number(facts, here.players if here else ())
    half = len(everybody) // 2
    return pairs(v["pairs"]) == list(zip(everybody[:half], everybody[half:], strict=True))


@exact(
    r"listed by number, \{player\} is number \{place\} of the (upper|lower) half", "score", "place"
)
def is_place_by_number(facts: RoundFacts, v: Values) -> bool:
    player, first = v["player"].id, v["first"].id
    for here in facts.places(*facts.asked):
        everybody = by_number(facts, here.players)
        half = len(everybody) // 2
        place = everybody.index(player)
        said = here.score, place % half + 1, everybody[(place + half) % len(everybody)]
        if said == (v["score"].amount, v["place"], first):
            return True
    return False


# Dubov: by average rating of the opponents


def average(facts: RoundFacts, player: int) -> int:
    """Return the player's average rating of opponents, rounded (a half upwards)."""
    return floor(facts.truth.average_of_opponents(player) + Fraction(1, 2))


def by_average(facts: RoundFacts, players: Iterable[int]) -> list[int]:
    return sorted(players, key=lambda one: (average(facts, one), facts.entrant[one].number))


@exact(r"\{one\} is number \{place\} of S1, by ARO \(\{aro\}\)", "score", "place", "aro")
def is_place_by_average(facts: RoundFacts, v: Values) -> bool:
    one = v["one"].id
    return any(
        here.score == v["score"].amount
        and one in here.s1
        and by_average(facts, here.s1).index(one) + 1 == v["place"]
        and average(facts, one) == v["aro"]
        for here in facts.places(one, v["other"].id)
    )


@exact(r"^G1, who prefer White, with their ARO: \{g1\}; G2")
def are_subgroups(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    if here is None:
        return True
    white = {one for one in here.players if facts.entrant[one].preference is Colour.WHITE}
    others = {*here.players} - white
    return (ids(v["g1"]), ids(v["g2"])) == (by_average(facts, white), by_number(facts, others))


@exact(r"^Nobody has played yet: G1 is the upper half, \{g1\}")
def are_halves_of_new(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    everybody = by_number(facts, here.players if here else ())
    half = len(everybody) // 2
    both = {*everybody[:half]}, {*everybody[half:]}
    return ({*ids(v["g1"])}, {*ids(v["g2"])}) == both and not any(
        map(facts.truth.colours, everybody)
    )


@exact(r"^S1 = \{s1\}; T2 = \{t2\}")
def are_s1_and_t2(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    made = zip(ids(v["s1"]), ids(v["t2"]), strict=True)
    return here is None or sets(made) == sets(here.pairs)


@exact(r"^Sets of upfloaters with the scores \{scores\}, in order", "scores", "count")
def is_number_of_sets(facts: RoundFacts, v: Values) -> bool:
    here, scores = facts.here, [one.amount for one in v["scores"].items]
    if here is None:
        return False
    lower = [facts.entrant[one].score for one in facts.unpaired_below(here)]
    many = prod(comb(lower.count(one), scores.count(one)) for one in {*scores})
    fewer = len(here.came) - len(scores)
    return fewer >= 0 and fewer % 2 == 0 and v["count"] == many > 0


# Procedures


@exact(r"^Pairs to be made: \{p\} \(p\)", "p")
def is_p(facts: RoundFacts, v: Values) -> bool:
    """Return True if p is the number of players from above; in a homogeneous bracket, half of all
    players.

    A bracket in which at least half come from above counts as homogeneous.
    """
    group, less = group_told(facts)
    came = [one for one in group if facts.here and one in facts.here.came]
    return any(v["p"] <= many <= v["p"] + less for many in (len(group) // 2, len(came)))


@exact(r"^Pairs that must break a colour preference: \{x\} \(x\)", "x")
def is_x(facts: RoundFacts, v: Values) -> bool:
    """Return True if x is the number due the majority's colour minus half of all players, rounded
    up (A.8).
    """
    group, less = group_told(facts)
    wanted = facts.wanting(group)
    most = max(map(wanted.count, Colour))
    x = max(0, most - (len(wanted) + 1) // 2)
    # C.14: it falls with the pairs that a remainder is to make.
    return bool(max(0, x - less) <= v["x"] <= x)


def group_told(facts: RoundFacts) -> tuple[list[int], int]:
    """Return the last group listed before this paragraph, and by how many pairs it was reduced
    (C.14).
    """
    found: list[int] = []
    less = 0
    for one in facts.told.paragraphs:
        if one is facts.paragraph:
            break
        template = str(one.sentence.template)
        less += template.startswith("One pair fewer is made")
        if template.startswith("Players: "):
            less = 0
        if template.startswith(("Players: ", "The remainder, after")):
            found = ids(one.sentence.values["players"])
    return found, less


@exact(r"^\{player\} has the rating \{rating\} and the ARO", "rating", "aro")
def are_rating_and_average(facts: RoundFacts, v: Values) -> bool:
    player = v["player"].id
    return (v["rating"], v["aro"]) == (facts.ratings[player], exact_average(facts, player))


def exact_average(facts: RoundFacts, player: int) -> Points:
    return Points(round(facts.truth.average_of_opponents(player) * 100), 100)


def are_placed(facts: RoundFacts, listed: ListOf) -> bool:
    """Return True if the ratings and averages shown are those of the players (Dubov 1997)."""
    return all(
        {*one.by} == {facts.ratings[one.id], exact_average(facts, one.id)}
        for one in listed.items
        if isinstance(one, Placing)
    )


@exact(r"^White column, lowest ARO first")
def are_columns(facts: RoundFacts, v: Values) -> bool:
    truth = facts.truth
    white = [truth.average_of_opponents(one) for one in ids(v["s1"])]
    black = [-facts.ratings[one] for one in ids(v["s2"])]
    in_order = white == sorted(white) and black == sorted(black)
    return in_order and are_placed(facts, v["s1"]) and are_placed(facts, v["s2"])


@exact(r"^On that score, lowest rating first")
def are_by_rating(facts: RoundFacts, v: Values) -> bool:
    listed = [facts.ratings[one] for one in ids(v["players"])]
    return listed == sorted(listed) and are_placed(facts, v["players"])


# Burstein: by sums over the opponents


def burstein_sums(facts: RoundFacts, player: int) -> tuple[int, int, int, int]:
    """Return Sonneborn-Berger, Buchholz, Median and rating, with unplayed rounds by the edition.

    2016, 3.2: an unplayed round counts a virtual opponent, who had the player's points before the
    round, got the rest of the point, and drew every round since; opponents' unplayed rounds are
    draws. 2026, 1.7.2: it counts the player; the last zero-point byes of absent opponents are
    draws.
    """
    this, number = facts.this, facts.this.number
    past, scoring = histories(this.tournament, number), this.field.scoring
    older = this.rules.key == "burstein-2016"
    byes = dict(this.tournament.round(number).byes) if number <= len(this.tournament.rounds) else {}

    def seen(other: int) -> int:
        history = past[other]
        score = history.scores[-1]
        if older:
            return score + sum(scoring.draw - p.points for p in history.parts if not p.played)
        if other not in facts.entrant and byes.get(other, Bye.ZERO_POINT) is Bye.ZERO_POINT:
            for entry in reversed(history.entries):
                if entry.opponent is not None or entry.award.name not in (
                    "ZERO_POINT_BYE",
                    "ABSENT",
                ):
                    break
                score += scoring.draw - entry.points
        return score

    mine = past[player]
    scores = []
    for place, entry in enumerate(mine.entries):
        if entry.played and entry.opponent is not None:
            scores.append(seen(entry.opponent))
        elif older:
            later = len(mine.entries) - place - 1
            scores.append(mine.scores[place] + scoring.win - entry.points + later * scoring.draw)
        else:
            scores.append(mine.scores[-1])
    berger = sum(entry.points * score for entry, score in zip(mine.entries, scores, strict=True))
    median = sum(scores) - max(scores) - min(scores) if len(scores) > 1 else 0
    return berger, sum(scores), median, facts.entrant[player].rating


def burstein_order(facts: RoundFacts, players: Iterable[int]) -> list[int]:
    def place(player: int) -> tuple[int, ...]:
        berger, buchholz, median, rating = burstein_sums(facts, player)
        if facts.this.rules.key == "burstein-2016":
            return -berger, -buchholz, -median, -rating, facts.entrant[player].number
        return -buchholz, -berger, facts.entrant[player].number

    return sorted(players, key=place)


@exact(
    r"^\{player\} is No\. \{place\} of the \{count\} players of the (group|bracket)",
    "place",
    "count",
    "buchholz",
    "sonneborn_berger",
    "median",
    "rating",
)
def is_place_by_sums(facts: RoundFacts, v: Values) -> bool:
    (player,) = [v["player"]] if isinstance(v["player"], int) else [v["player"].id]
    berger, buchholz, median, rating = burstein_sums(facts, player)
    if v["buchholz"].total.amount != buchholz or v["sonneborn_berger"].total.amount != berger:
        return False
    if "median" in v and (v["median"].amount, v["rating"]) != (median, rating):
        return False
    for name in ("buchholz", "sonneborn_berger"):
        if sum(prod(term.factors) for term in v[name].terms) != v[name].total.amount:
            return False
    return any(
        v["count"] == len(group) and burstein_order(facts, group).index(player) + 1 == v["place"]
        for group in facts.groups_opened
        if player in group
    )


@exact(r"^(In order|On that score, (most games|the last in order)).*: \{players\}")
def are_in_order(facts: RoundFacts, v: Values) -> bool:
    listed: Sequence[Placing] = v["players"].items
    players = [one.id for one in listed]
    older = facts.this.rules.key == "burstein-2016"
    for one in listed:
        berger, buchholz, median, rating = burstein_sums(facts, one.id)
        sums = [berger, buchholz, median, rating] if older else [buchholz, berger]
        said = [value.amount if isinstance(value, Points) else value for value in one.by]
        games = len(facts.truth.colours(one.id))
        if said not in (sums, [games, *sums]):
            return False
    order = burstein_order(facts, players)
    if facts.paragraph.bracket is not None and players == order:
        return True
    last = order[::-1]
    if not older:
        last.sort(key=lambda one: -len(facts.truth.colours(one)))
    return players == last


# Criteria


@exact(r"^\{asks\} (Not met in|Here it comes to|Differences here)", "count", "value", "amounts")
def is_value_of_criterion(facts: RoundFacts, v: Values) -> bool:
    """Return True if the number or list follows from the pairs and players shown with it."""
    here = facts.here
    if v.get("count", len(v["parts"].items)) != len(v["parts"].items):
        return False
    value = None if here is None else facts.value_of(facts.paragraph.article, here, v["parts"])
    if value is None:
        return True
    if "amounts" in v:
        return value == tuple(one.amount for one in v["amounts"].items)
    return bool(sum(value) == v.get("value", v.get("count")))


# Round robins


def _two(*players: Any) -> list[int]:
    """Return players, given as ids or by name, as ids."""
    return [who if isinstance(who, int) else who.id for who in players]


def table_rounds(facts: RoundFacts, one: int, other: int | None) -> Iterator[int]:
    """Yield the rounds in which two numbers meet by the Berger table; None is the empty number."""
    size = table_size(facts)
    a = facts.entrant[one].number
    b = size if other is None else facts.entrant[other].number
    a, b = sorted((a, b))
    met = 2 * a - 1 if b == size else a + b - 1
    met = met if met <= size - 1 else met - (size - 1)
    yield in_first_cycle(facts, met)
    if facts.this.rules.key == "doubleroundrobin":
        yield met + size - 1


def in_first_cycle(facts: RoundFacts, number: int) -> int:
    """Return the round of the first cycle; of two cycles the first has its last two rounds
    exchanged.
    """
    last = table_size(facts) - 1
    swapped = facts.this.rules.key == "doubleroundrobin" and last > 1
    return 2 * last - 1 - number if swapped and number in (last - 1, last) else number


def table_size(facts: RoundFacts) -> int:
    most = len(facts.this.tournament.players)
    return most + most % 2


@exact(r"^This is round \{table_round\} of the Berger table for \{size\}", "table_round", "size")
def is_table(facts: RoundFacts, v: Values) -> bool:
    size = table_size(facts)
    number = facts.this.number
    number = in_first_cycle(facts, number) if number < size else number - (size - 1)
    return (v["table_round"], v["size"]) == (number, size)


@exact(r"^It belongs to cycle \{cycle\} of \{cycles\}", "cycle", "cycles")
def is_cycle(facts: RoundFacts, v: Values) -> bool:
    cycles = 2 if facts.this.rules.key == "doubleroundrobin" else 1
    return (v["cycle"], v["cycles"]) == (
        (facts.this.number - 1) // (table_size(facts) - 1) + 1,
        cycles,
    )


@exact(r"^\{player\} and \{opponent\} meet in these rounds: \{rounds\}", "rounds")
def are_all_rounds(facts: RoundFacts, v: Values) -> bool:
    one, other = _two(v["player"], v["opponent"])
    return [*v["rounds"].items] == [*table_rounds(facts, one, other)]


@exact(r"^\{player\} has (White|Black) against \{opponent\} in round \{round\}", "round")
def is_round_of_two(facts: RoundFacts, v: Values) -> bool:
    one, other = _two(v["player"], v["opponent"])
    return v["round"] in table_rounds(facts, one, other)


@exact(r"^\{player\} is free in round \{round\}", "round")
def is_free_round(facts: RoundFacts, v: Values) -> bool:
    return v["round"] in table_rounds(facts, _two(v["player"])[0], None)


@exact(r"^\{one\} and \{other\} meet in round \{meeting\} of this schedule", "meeting")
def is_meeting(facts: RoundFacts, v: Values) -> bool:
    one, other = _two(v["one"], v["other"])
    return v["meeting"] in table_rounds(facts, one, other)


# Comparisons with another pairing


def right_values(facts: RoundFacts, v: Values) -> list[tuple[int, ...]]:
    """Return the failure values of the criterion in the named bracket, each time it was paired.

    The list is empty if this is another kind of rule.
    """
    found = []
    for here in facts.brackets:
        if here.score == v["score"].amount:
            paired = {player for pair in here.pairs for player in pair}
            up = facts.this.rules.key in UPWARD
            single = here.came if up else {*here.players} - paired
            parts = (
                *(PairRef(*pair) for pair in here.pairs),
                *(Floater(player) for player in single),
            )
            value = facts.value_of(facts.paragraph.article, here, ListOf(parts))
            if value is not None:
                found.append(value)
    return found


@exact(r"there would be \{count\} cases against it instead of \{right\}", "score", "count", "right")
def are_more_cases(facts: RoundFacts, v: Values) -> bool:
    if v["score"].amount not in {one.score for one in facts.brackets}:
        return False
    right, shown = right_values(facts, v), len(v["parts"].items)
    new = "new: {parts}" in str(facts.paragraph.sentence.template)
    if facts.this.rules.key == "dutch-2017" and facts.paragraph.article == "C.5":
        shown = v["count"] if shown >= 2 * v["count"] else 0  # a pair less leaves two more
    counted = v["count"] >= shown if new else v["count"] == shown
    return counted and v["count"] > v["right"] and (not right or v["right"] in map(sum, right))


@exact(r"it would be \{wrong\} instead of \{right\}", "score", "wrong", "right")
def is_a_worse_list(facts: RoundFacts, v: Values) -> bool:
    if v["score"].amount not in {one.score for one in facts.brackets}:
        return False
    wrong, said = ([one.amount for one in v[name].items] for name in ("wrong", "right"))
    right = right_values(facts, v)
    return wrong > said and (not right or tuple(said) in right)


@exact(r"^\{player\} moved down to the bracket at score \{score\} and was paired there", "score")
def moved_down_to(facts: RoundFacts, v: Values) -> bool:
    player, opponent = v["player"].id, v["opponent"].id
    return facts.this.opponent(player) == opponent and any(
        one.score == v["score"].amount and player in one.came and opponent not in one.came
        for one in facts.places(player, opponent)
    )


@exact(r"^Numbers \{one\} and \{other\} meet in round", "one", "other", "table_round", "turn")
def is_round_by_sum(facts: RoundFacts, v: Values) -> bool:
    turn, whole = table_size(facts) - 1, v["one"] + v["other"] - 1
    return (v["turn"], v["table_round"]) == (turn, whole - turn if whole > turn else whole)


@exact(r"^The score of the bye would be \{wrong\} instead of \{right\}", "wrong", "right")
def is_a_higher_bye(facts: RoundFacts, v: Values) -> bool:
    (wrong,), (right,) = v["wrong"].items, v["right"].items
    bye = facts.truth.bye
    may = {one.score for one in facts.entrant.values() if not one.barred}
    mine = bye is not None and right.amount == facts.entrant[bye].score
    return mine and wrong.amount > right.amount and wrong.amount in may
