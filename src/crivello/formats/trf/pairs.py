"""The rounds of a file, from the cells of the player lines; if two lines disagree, both are named.

A cell is what a player line says about one round: opponent, colour, result. A report file does not
record the order of the boards, so rounds are put in publication order.
"""

from __future__ import annotations

from crivello.formats.repairs import NOTHING
from crivello.formats.trf.lines import Location, Values, affects_pairing
from crivello.formats.trf.statements import DraftCell, PlayerLine, ReportDraft
from crivello.model.errors import Illegal, Unsupported
from crivello.model.history import histories
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.sentence import N_
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.acceleration import VirtualPoints, boards_by_pairing_score, virtual_points
from crivello.standard.classes import replace

AGAINST_ONESELF = N_("Player {player} is listed as their own opponent in round {round}.")
UNKNOWN_OPPONENT = N_("Player {player} meets number {opponent} in round {round}: no such player.")
NOT_NAMED_BACK = N_(
    "Player {player} meets {opponent} in round {round}, but {opponent} (line {other}) does "
    "not meet {player}."
)
SAME_COLOUR = N_(
    "Players {player} and {opponent} (line {other}) have the same colour in round {round}."
)
RESULTS_DISAGREE = N_(
    "The results of players {player} and {opponent} (line {other}) in round {round} do not fit"
    " together: '{mine}' and '{theirs}'."
)
TWO_BYES = N_(
    "Round {round} has a second pairing-allocated bye, for player {player}; line {other} "
    "has the first."
)
BYE_AGAINST_CELL = N_(
    "Player {player} has a bye in round {round} here, but something else in line {other}."
)
NO_SUCH_PLAYER = N_("Record {tag} names number {player}: no such player.")
BEYOND_LAST = N_("There are entries in round {round}, but only {rounds} rounds are announced.")
ALL_PAIRED = N_("Record XXZ names absent players, but all {rounds} announced rounds are paired.")
RESULT_MISSING = N_("Round {round}: the game of {player} and {opponent} has no result.")
RESULT_OPEN = N_(
    "Round {round}: the game of {player} and {opponent} has no result; it counts as adjourned."
)

A_PLAYER = N_("the number of a player of this file")
ANOTHER_PLAYER = N_("the number of another player")
NAMED_BACK = N_("an opponent who has this player in the same round")
OTHER_COLOUR = N_("one w and one b")
FITTING_RESULTS = N_("results that can belong to one game")
ONE_BYE = N_("at most one U in a round")
SAME_BYE = N_("the same in both lines")
ENOUGH_ROUNDS = N_("the number of all rounds, including those still to come")
NO_ABSENTEES = N_("a round still to be paired")
A_RESULT = N_("a result")
CELL = N_("opponent, colour and result, such as 0012 w 1")
AS_IT_STANDS = N_("the game as written here")

_MIRRORED = {Award(one): Award(two) for one, two in zip("1=0WDL+-", "0=1LDW-+", strict=True)}
"""The award of the opponent, by the player's; not for games that both lost or forfeited."""
_BYE_OF_VALUE = {
    **dict.fromkeys((Award.WIN, Award.SHORT_WIN, Award.FORFEIT_WIN), Bye.FULL_POINT),
    **dict.fromkeys((Award.DRAW, Award.SHORT_DRAW), Bye.HALF_POINT),
}


def last_paired(draft: ReportDraft) -> int:
    """Return the last round in which a player has an opponent or a pairing-allocated bye."""
    return max(
        (
            number
            for entry in draft.players.values()
            for number, cell in entry.cells.items()
            if cell.opponent or cell.bye is Bye.PAIRING_ALLOCATED
        ),
        default=0,
    )


def check_player(draft: ReportDraft, player: int, line: int, column: int, tag: str) -> bool:
    """Return True if there is such a player; otherwise report the record that names the player."""
    if player in draft.players:
        return True
    if not draft.lost_players:
        where, bears = Location(line, column, str(player)), affects_pairing(tag)
        draft.report.illegal(
            NO_SUCH_PLAYER, where, A_PLAYER, NOTHING, bears, player=player, tag=tag
        )
    return False


def enter_byes(draft: ReportDraft) -> None:
    """Put the byes of record 240 and the absences of XXZ into the cells of the players."""
    coming = last_paired(draft) + 1
    for record in draft.byes:
        for player, column in record.who.places:
            line = record.who.line
            if not check_player(draft, player, line, column, "240"):
                continue
            cells, bye = draft.players[player].cells, record.bye
            cell = cells.setdefault(record.round, DraftCell(line, column, bye=bye))
            if not cell.broken and cell.bye is not bye:
                where = Location(line, column, bye.value)
                taken = cell.bye.value if cell.bye else str(cell.opponent)
                about: Values = {"player": player, "round": record.round, "other": cell.line}
                draft.report.illegal(BYE_AGAINST_CELL, where, SAME_BYE, taken, **about)
    rounds = draft.fact("rounds")
    for who in draft.absent:
        if rounds is not None and coming > rounds:
            where, about = (
                Location(who.line, 5, str(coming)),
                {"round": coming, "rounds": rounds},
            )
            draft.report.illegal(
                ALL_PAIRED, where, NO_ABSENTEES, NOTHING, changes_pairing=False, **about
            )
            continue
        for player, column in who.places:
            if check_player(draft, player, who.line, column, "XXZ"):
                # A half- or full-point bye in the cell is an absence too, and says more.
                absence = DraftCell(who.line, column, bye=Bye.ZERO_POINT)
                draft.players[player].cells.setdefault(coming, absence)


Places = dict[int, tuple[list[Game], list[tuple[int, Bye]]]]
"""Games and byes by round."""


def rounds_of(draft: ReportDraft) -> tuple[Round, ...]:
    """Return all rounds, with games and byes in the order of the lines."""
    rounds: Places = {}
    allocated: dict[int, DraftCell] = {}
    announced = _announced_rounds(draft)
    # A blank result means an open game if the file says what such games are worth: see
    # docs/decisions/open-games-in-report-files.md.
    open_result = Result.ADJOURNED if "adjourned" in draft.scoring.get("162", {}) else None
    for entry in draft.players.values():
        for number, cell in entry.cells.items():
            if announced is not None and number > announced:
                continue
            games, byes = rounds.setdefault(number, ([], []))
            if cell.bye is not None:
                byes.append((entry.number, cell.bye))
                if cell.bye is not Bye.PAIRING_ALLOCATED:
                    continue
                first = allocated.setdefault(number, cell)
                if first is not cell and not draft.team_lines:  # each counts as it stands
                    where = Location(cell.line, cell.column + 7, "U")
                    about: Values = {"player": entry.number, "round": number, "other": first.line}
                    draft.report.illegal(
                        TWO_BYES, where, ONE_BYE, "U", changes_pairing=False, **about
                    )
            elif cell.opponent is not None:
                game = _game(draft, entry, number, cell, open_result)
                if game is not None:
                    games.append(game)
    if draft.report.tolerant:
        _mend_one_sided(draft, rounds, open_result)
    last = max((n for n, (games, byes) in rounds.items() if games or byes), default=0)
    empty: tuple[list[Game], list[tuple[int, Bye]]] = ([], [])
    return tuple(
        Round(tuple(games), tuple(byes))
        for games, byes in (rounds.get(number, empty) for number in range(1, last + 1))
    )


def _announced_rounds(draft: ReportDraft) -> int | None:
    """Return the announced number of rounds; None if the file does not announce one.

    Entries in later rounds are reported once; a tolerant reading then returns the last of these
    rounds.
    """
    announced: int | None = draft.fact("rounds")
    if announced is None:
        return None
    beyond: dict[int, None] = {}
    for entry in draft.players.values():
        for number, cell in entry.cells.items():
            if number > announced and not cell.broken:
                beyond[number] = None
                draft.doubtful.add(entry.number)
    if not beyond:
        return announced
    fact = draft.facts["rounds"]
    last = max(beyond)
    about: Values = {"round": last, "rounds": announced}
    draft.report.illegal(BEYOND_LAST, fact.where, ENOUGH_ROUNDS, str(last), **about)
    if not draft.report.tolerant:
        return announced
    draft.doubtful.clear()
    draft.facts["rounds"] = fact._replace(value=last)
    return last


def _game(
    draft: ReportDraft, entry: PlayerLine, number: int, cell: DraftCell, open_result: Result | None
) -> Game | None:
    """Return the game of a cell with an opponent; None if the two cells of the game do not agree.

    Return None for the cell on the earlier line too, so that each game is built once and problems
    name the later line.
    """
    opponent = cell.opponent
    assert opponent is not None
    other = draft.players.get(opponent)
    theirs = other.cells.get(number) if other is not None else None
    named_back = theirs is not None and theirs.opponent == entry.number and opponent != entry.number
    if theirs is not None and named_back and theirs.line > cell.line:
        return None  # built at the later line, so that a problem is reported there
    if theirs is not None and named_back:
        game = _game_of_cells(draft, entry, number, cell, theirs, open_result)
        if game is None:
            draft.doubtful |= {entry.number, opponent}
        return game
    draft.doubtful |= {entry.number, opponent}
    if draft.report.tolerant:
        draft.one_sided.append((entry, number, cell))
        return None
    unread = other is not None and (other.broken or (theirs is not None and theirs.broken))
    if not unread:
        _not_named_back(draft, entry, number, cell, other)
    return None


def _mend_one_sided(draft: ReportDraft, rounds: Places, open_result: Result | None) -> None:
    """Enter the games that only one line has, if the other player has nothing else in that round.

    Otherwise the cell becomes a bye that is worth as much, so that the points stay the same.
    """
    placed = {
        number: {
            *(player for game in games for player in (game.white, game.black)),
            *(player for player, _ in byes),
        }
        for number, (games, byes) in rounds.items()
    }
    for entry, number, cell in draft.one_sided:
        games, byes = rounds[number]
        me, opponent = entry.number, cell.opponent
        assert opponent is not None
        other = draft.players.get(opponent)
        theirs = other.cells.get(number) if other is not None else None
        free = opponent != me and not {me, opponent} & placed[number]
        if other is not None and free and (theirs is None or theirs.broken):
            result = open_result
            if cell.award is not None:
                result = Result.of_awards(cell.award, _MIRRORED[cell.award])
            game = Game(me, opponent, result)
            if cell.colour is Colour.BLACK:
                game = Game(opponent, me, None if result is None else result.mirrored)
            games.append(game)
            placed[number] |= {me, opponent}
            _not_named_back(draft, entry, number, cell, other, AS_IT_STANDS)
        else:
            bye = _BYE_OF_VALUE.get(cell.award, Bye.ZERO_POINT) if cell.award else Bye.ZERO_POINT
            if me not in placed[number]:
                byes.append((me, bye))
                placed[number].add(me)
            _not_named_back(draft, entry, number, cell, other, bye.value)
    last = max((number for number, found in placed.items() if found), default=0)
    for entry in draft.players.values():
        for number, cell in entry.cells.items():
            if cell.text:
                draft.report.misreads(
                    entry.line, cell.column, cell.text, CELL, changes_pairing=number <= last
                )


def _not_named_back(
    draft: ReportDraft,
    entry: PlayerLine,
    number: int,
    cell: DraftCell,
    other: PlayerLine | None,
    taken: str = NOTHING,
) -> None:
    report, opponent = draft.report, cell.opponent
    where = Location(cell.line, cell.column, str(opponent))
    about: Values = {"player": entry.number, "round": number}
    if opponent == entry.number:
        report.illegal(AGAINST_ONESELF, where, ANOTHER_PLAYER, taken, **about)
        return
    about["opponent"] = opponent
    if other is not None:
        about["other"] = other.line.number
        report.illegal(NOT_NAMED_BACK, where, NAMED_BACK, taken, **about)
    elif not draft.lost_players:
        report.illegal(UNKNOWN_OPPONENT, where, A_PLAYER, taken, **about)


def _game_of_cells(
    draft: ReportDraft,
    entry: PlayerLine,
    number: int,
    cell: DraftCell,
    theirs: DraftCell,
    open_result: Result | None,
) -> Game | None:
    """Return the game of two cells that name each other; None if colours or results disagree."""
    report = draft.report
    me, opponent = entry.number, cell.opponent
    assert opponent is not None
    about: Values = {"player": me, "round": number, "opponent": opponent}
    if theirs.colour is cell.colour and cell.colour is not None:
        other_colour = cell.colour.opposite
        where, taken = (
            Location(cell.line, cell.column + 5, cell.colour.value),
            other_colour.value,
        )
        report.illegal(SAME_COLOUR, where, OTHER_COLOUR, taken, **about, other=theirs.line)
        if not report.tolerant:
            return None
        cell = cell._replace(colour=other_colour)
    if cell.colour is None:  # only in a tolerant reading
        left = Colour.BLACK if me > opponent else Colour.WHITE
        cell = cell._replace(colour=theirs.colour.opposite if theirs.colour else left)
    white, black = (me, opponent) if cell.colour is Colour.WHITE else (opponent, me)
    first, second = (cell, theirs) if cell.colour is Colour.WHITE else (theirs, cell)
    if first.award is None and second.award is None:
        template = RESULT_MISSING if open_result is None else RESULT_OPEN
        report.warn(template, Location(cell.line, cell.column + 7), A_RESULT, **about)
        return Game(white, black, open_result)
    result = None
    if first.award is not None and second.award is not None:
        result = Result.of_awards(first.award, second.award)
    if result is not None:
        return Game(white, black, result)
    # One line decides: the opponent's, if it has a result.
    decisive = theirs if theirs.award is not None else cell
    award = decisive.award
    assert award is not None
    other = _MIRRORED[award]
    if not (cell.repaired if decisive is theirs else theirs.repaired):
        mine, others = (c.award.value if c.award else "" for c in (cell, theirs))
        where = Location(cell.line, cell.column + 7, mine)
        taken = (other if decisive is theirs else award).value
        about |= {"other": theirs.line, "mine": mine, "theirs": others}
        report.illegal(RESULTS_DISAGREE, where, FITTING_RESULTS, taken, **about)
        if not report.tolerant:
            return None
    awards = (award, other) if decisive is first else (other, award)
    return Game(white, black, Result.of_awards(*awards))


def in_board_order(tournament: Tournament) -> Tournament:
    """Return the same rounds with games in publication order (C.04.2: 3.6) and byes by
    pairing number.
    """
    rounds = tournament.paired_rounds
    past = histories(tournament, rounds + 1)
    number = {player.id: player.number for player in tournament.players}
    virtual = _virtual(tournament, rounds)

    columns = list(zip(*[history.scores for history in past.values()], strict=True))

    def order(this: Round, round_number: int) -> Round:
        scores: dict[int, int] = {}
        if this.games:
            scores = dict(zip(past, columns[round_number - 1], strict=True))
        for (player, in_round), points in virtual.items():
            if in_round == round_number and player in scores:
                scores[player] += points

        def key(game: Game) -> tuple[int, int, int]:
            white, black = scores[game.white], scores[game.black]
            one, other = number[game.white], number[game.black]
            if white == black:
                return -white, -(white + black), min(one, other)
            return -max(white, black), -(white + black), one if white > black else other

        return Round(
            tuple(sorted(this.games, key=key)),
            tuple(sorted(this.byes, key=lambda bye: number[bye[0]])),
        )

    ordered = tuple(order(this, k) for k, this in enumerate(tournament.rounds, start=1))
    in_order = replace(tournament, rounds=ordered)
    in_order.kept_histories.update(tournament.kept_histories)  # whatever the order of the boards
    return in_order


def _virtual(tournament: Tournament, rounds: int) -> VirtualPoints:
    """Return the virtual points if they decide the order of the boards; empty otherwise.

    A file may announce an acceleration that does not fit its scoring, or without the number of
    rounds it needs. That is refused when a round is paired, not when the file is read.
    """
    try:
        if boards_by_pairing_score(tournament.settings.acceleration):
            return virtual_points(tournament, rounds)
    except (Illegal, Unsupported):
        pass
    return {}
