"""What our club has and FIDE does not.

The Kashdan tie-break, the Keizer system, the file of our members, and a list for the wall.
"""

from collections.abc import Iterator, Mapping, Sequence

import crivello as cv


@cv.register_tie_break(
    "KASHDAN", "Kashdan", "Four for a game won, two for a drawn one, one for a lost one."
)
def kashdan(card: cv.Scorecard, cards: Mapping[int, cv.Scorecard]) -> int:
    value = {cv.Award.WIN: 4, cv.Award.DRAW: 2, cv.Award.LOSS: 1}
    return sum(value.get(one.award, 0) for one in card if one.played)


@cv.register_system("keizer", "Keizer system of our club")
def keizer(tournament: cv.Tournament, players: Sequence[cv.Player]) -> list[tuple[int, int]]:
    """Pair first with second, third with fourth, and so on; the last one of an odd number is free.

    White goes to the player who had it less often.
    """
    whites = [game.white for this in tournament.rounds for game in this.games]
    here = {one.id for one in players}
    ranking = [one for one in keizer_order(tournament) if one in here]
    pairs = []
    for one, other in zip(ranking[::2], ranking[1::2], strict=False):
        turned = whites.count(other) < whites.count(one)
        pairs.append((other, one) if turned else (one, other))
    return pairs


HALVES = {cv.Award.WIN: 2, cv.Award.FORFEIT_WIN: 2, cv.Award.DRAW: 1}


def keizer_order(tournament: cv.Tournament) -> list[int]:
    """Return the ids by Keizer points: a win is worth the value of the opponent, a draw half of it.

    The values go down from the first to the last of the ranking, which follows from them in turn.
    """
    count = len(tournament)
    ranking = [one.id for one in sorted(tournament, key=lambda one: one.number)]
    for _ in range(10):
        worth = {one: 2 * count - place for place, one in enumerate(ranking)}
        points = {one: 2 * value for one, value in worth.items()}
        for this in tournament.rounds:
            for game in this.games:
                if game.result is not None:
                    points[game.white] += HALVES.get(game.result.white, 0) * worth[game.black]
                    points[game.black] += HALVES.get(game.result.black, 0) * worth[game.white]
        before, ranking = ranking, sorted(ranking, key=lambda one: -points[one])
        if ranking == before:
            break
    return ranking


def read_members(data: bytes) -> cv.Tournament:
    """Read the members of the club, one a line: name and rating."""
    rows = [line.rpartition(" ") for line in data.decode().splitlines() if line]
    return cv.Tournament.new("Club", players=[(name, int(rating)) for name, _, rating in rows])


def write_members(tournament: cv.Tournament) -> str:
    return "".join(f"{one.name} {one.rating or 0}\n" for one in tournament)


members = cv.register_format(
    "members", ".members", "Members of our club", read=read_members, write=write_members
)


@cv.register_print("whites", "Games with White")
def whites(tournament: cv.Tournament, round: int) -> Iterator[dict[str, str | int]]:
    """List how often each player had White up to a round."""
    games = [game for this in tournament.rounds[:round] for game in this.games]
    for one in sorted(tournament, key=lambda one: one.name):
        yield {"name": one.name, "whites": sum(game.white == one.id for game in games)}
