"""Prizes as tables and sentences, in the user's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from crivello.model.tournament import Tournament
from crivello.standings.finality import mark_provisional
from crivello.standings.prizes.awards import (
    Awards,
    ClosedReason,
    Division,
    PlayerAward,
    Share,
    Tie,
    money_left,
)
from crivello.standings.prizes.prize_lists import Mode, Prize, PrizeRules, Ties
from crivello.standings.standings import StandingsRow
from crivello.standings.table import Cell, ExactNumber, Table, TableColumns
from crivello.standings.wording import player_text, value_cell
from crivello.words import N_, Language, Translator, decimal_points


def money(coins: Fraction | int, rules: PrizeRules, words: Translator) -> Cell:
    """Return an amount of money as a cell; if it contains a fraction of a coin, it ends in "…"."""
    exact = Fraction(coins)
    parts = 10**rules.decimals
    shown = decimal_points(int(exact // 1), parts, words.language, rules.decimals)
    text = decimal_points(exact.numerator, exact.denominator * parts, Language.EN, rules.decimals)
    raw = ExactNumber(text, exact / parts)
    return Cell(shown if exact.denominator == 1 else f"{shown}…", raw)


def _with_currency(coins: Fraction | int, rules: PrizeRules, words: Translator) -> str:
    return f"{money(coins, rules, words).text} {rules.currency}".rstrip()


def prize_table(tournament: Tournament, awards: Awards, words: Translator) -> Table:
    """Tabulate the players who win something: how much, and why."""
    say = words.say
    table, rules, winnings = awards.standings, awards.rules, awards.winnings
    rows = [winning.row for winning in winnings]
    names = (row.player.name for row in rows)
    points = (value_cell(table, 0, row, words) for row in rows)
    won = (money(winning.won, rules, words) for winning in winnings)
    paid = (money(winning.paid, rules, words) for winning in winnings)
    columns = TableColumns(words)
    columns.number("rank", say("Rank"), (row.rank for row in rows), leading=True)
    columns.number("number", say("No."), (row.player.number for row in rows), leading=True)
    columns.text("name", say("Name"), names, leading=True, shrinks=True, player="number")
    columns.cells("points", say("Pts"), points, right=True)
    columns.cells("won", say("Won"), won, right=True)
    columns.cells("paid", say("Paid"), paid, right=True)
    if awards.things:
        columns.text("thing", say("Object"), map(_list_things, winnings), shrinks=True)
    columns.text("why", say("Why"), (_why(awards, one, words) for one in winnings), wraps=True)
    title = (tournament.settings.name, say("Prizes after round {round}", round=table.round))
    listing = columns.table("prizes", title, _notes(awards, words))
    return mark_provisional(listing, table.open_games, words)


def _list_things(winning: PlayerAward) -> str:
    return ", ".join(prize.thing for prize in winning.things)


def _why(awards: Awards, winning: PlayerAward, words: Translator) -> str:
    things = (thing_text(awards.rules, prize, words) for prize in winning.things)
    shares = (share_text(awards, *part, words) for part in winning.parts)
    return "; ".join((*things, *shares))


_HALF = {Ties.TIE_BREAK: N_("by tie-break: {part}"), Ties.SHARED: N_("by points: {part}")}


def share_text(awards: Awards, division: Division, share: Share, words: Translator) -> str:
    """Describe a share: ``Open (2-4): 900.00 shared by 3 players, 300.00 each``."""
    rules = awards.rules
    said = prizes_text(rules, share.prizes)
    if division.part < 1:
        said = words.say("half of {prizes}", prizes=said)
    if len(share.players) > 1:
        said = words.say(
            "{prizes}: {total} shared by {count} players, {each} each",
            prizes=said,
            total=money(division.part * share.total, rules, words).text,
            count=len(share.players),
            each=money(division.part * share.each, rules, words).text,
        )
        for part in _open_to_some(awards, share, words):
            said = f"{said}; {part}"
    return _name_half(division, said, words)


_FEW = 6
"""The most players that a reason names."""


def _open_to_some(awards: Awards, share: Share, words: Translator) -> Iterator[str]:
    """Yield a sentence for each shared prize that is open to only some of those who share it."""
    for index in sorted({prize.list for prize in share.prizes}):
        able = [player for player in share.players if (index, player) not in awards.closed]
        if len(able) == len(share.players):
            continue
        prizes = prizes_text(awards.rules, [one for one in share.prizes if one.list == index])
        if len(able) > _FEW:
            whom = words.say("{count} of them", count=len(able))
        else:
            whom = "; ".join(awards.standings.row(player).player.name for player in able)
        yield words.say(
            "{prizes} goes to {players} and is shared with the others", prizes=prizes, players=whom
        )


def thing_text(rules: PrizeRules, prize: Prize, words: Translator) -> str:
    """Describe a prize other than money: ``Open (1): silver cup, by tie-break``."""
    where = prizes_text(rules, [prize])
    return words.say("{prizes}: {thing}, by tie-break", prizes=where, thing=prize.thing)


def prizes_text(rules: PrizeRules, prizes: Iterable[Prize]) -> str:
    """Name prizes by list and place: ``Open (2-4, 6), Women (1)``."""
    texts = []
    for index, group in groupby(sorted(prizes), key=lambda prize: prize.list):
        runs: list[list[int]] = []
        for prize in group:
            if runs and prize.place == runs[-1][-1] + 1:
                runs[-1].append(prize.place)
            else:
                runs.append([prize.place])
        shown = ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)
        texts.append(f"{rules.lists[index].name} ({shown})")
    return ", ".join(texts)


def _notes(awards: Awards, words: Translator) -> Iterator[str]:
    say = words.say
    rules = awards.rules

    def amount_text(coins: Fraction | int) -> str:
        return _with_currency(coins, rules, words)

    if not awards.standings.round:
        yield say("Standings are shown once all results of the first round are in.")
    if rules.total:
        yield say(
            "Prizes {total} = paid {paid} + rounding {rest} + not awarded {left}.",
            total=amount_text(rules.total),
            paid=amount_text(awards.paid),
            rest=amount_text(awards.rounded_off),
            left=amount_text(awards.not_given),
        )
        yield say(
            "Payments are rounded down to a multiple of {unit}.", unit=amount_text(rules.unit)
        )
    left = money_left(awards)
    for part, whose in groupby(sorted(left, key=lambda item: (-item[1], item[0])), lambda i: i[1]):
        prizes = [prize for prize, _ in whose]
        template = (
            N_("Not awarded: {prizes}.") if part == 1 else N_("Not awarded: half of {prizes}.")
        )
        yield say(template, prizes=prizes_text(rules, prizes))
    yield from _things_notes(awards, words)
    for index, prize_list in enumerate(rules.lists):
        if not awards.is_given(index):
            yield say(
                "{name} is not awarded: eligible players {players}, required {least}.",
                name=prize_list.name,
                players=awards.open_to[index],
                least=prize_list.minimum_players,
            )
    if rules.mode is Mode.ONE:
        yield say("A player wins one prize, the most valuable one open to them.")
        if any(prize_list.besides for prize_list in rules.lists):
            names = ", ".join(each.name for each in rules.lists if each.besides)
            yield say("In addition, a player may win: {names}.", names=names)
    else:
        yield say("A player may win a prize of each list.")
    for ties in Ties:
        names = ", ".join(each.name for each in rules.lists if each.ties is ties)
        if names:
            yield say(_TIES[ties], names=names)
    if awards.standings.open_games:
        yield say("There are open games, so these prizes are not final.")


def _things_notes(awards: Awards, words: Translator) -> Iterator[str]:
    """Explain how prizes other than money were given, which are left, and where lots must
    be drawn.
    """
    if not awards.things:
        return
    yield words.say(
        "Prizes other than money are not shared: in tie-break order each player takes the "
        "most valuable one left that they qualify for, and then gets no share of the money of "
        "the same lists."
    )
    for found in awards.things:
        if found.left:
            yield words.say("Not awarded: {prizes}.", prizes=prizes_text(awards.rules, found.left))
        for tied in found.unsettled:
            players = [awards.standings.row(player).player for player in tied]
            yield words.say(
                "The tie-breaks do not separate {players}: draw lots for the prizes that are not "
                "money, and write the order into the prize file, as in {example}.",
                players="; ".join(map(player_text, players)),
                example=f"lots = [{', '.join(str(one.id) for one in players)}]",
            )


_TIES = {
    Ties.TIE_BREAK: N_(
        "{names}: prizes go by tie-break; players still tied after the last tie-break share the "
        "prizes."
    ),
    Ties.SHARED: N_("{names}: players with equal points share."),
    Ties.HORT: N_("{names}: Hort system, half by tie-break, half shared by equal points."),
}


def player_prize_table(
    tournament: Tournament, awards: Awards, player: int, words: Translator
) -> Table:
    """Tabulate the prizes for one player, list by list: what the player gets, or why nothing."""
    say = words.say
    row = awards.standings.row(player)
    rules = awards.rules
    answers = [
        (index, answer)
        for index in range(len(rules.lists))
        for answer in _answers(awards, index, row, words)
    ]
    amounts = [
        ", ".join(one.thing or money(one.amount, rules, words).text for one in rules.prizes(index))
        for index, _ in answers
    ]
    names = (rules.lists[index].name for index, _ in answers)
    columns = TableColumns(words)
    columns.text("list", say("Prizes"), names, shrinks=True)
    columns.text("amounts", say("Amounts"), amounts, shrinks=True, spare=True)
    why = (answer for _, answer in answers)
    columns.text("answer", say("What the player gets, and why"), why, wraps=True)
    title = (
        tournament.settings.name,
        say("Prizes after round {round}", round=awards.standings.round),
        say("Rank {rank}: {player}", rank=row.rank, player=player_text(row.player)),
    )
    notes = (*_sums(awards, player, words), *_describe_ties(tournament, awards, player, words))
    listing = columns.table("player-prizes", title, notes)
    return mark_provisional(listing, awards.standings.open_games, words)


def _answers(awards: Awards, index: int, row: StandingsRow, words: Translator) -> Iterator[str]:
    """Yield the answer for one player and one list: one sentence, or two with the Hort system."""
    prize_list = awards.rules.lists[index]
    player = row.player.id
    reason = awards.closed.get((index, player))
    if reason is not None:
        missing = [str(each) for each in prize_list.categories if not each.has(row.player)]
        least = (
            prize_list.minimum_players
            if reason is ClosedReason.PLAYERS
            else prize_list.minimum_games
        )
        yield words.say(
            reason.value,
            category=", ".join(missing),
            played=awards.standings.sheet.past[player].games_played,
            players=awards.open_to[index],
            least=least,
        )
        return
    thing = _thing_answer(awards, index, player, words)
    if thing is not None:
        yield thing
    else:
        for division in awards.divisions:
            if index in division.lists:
                yield _answer(awards, division, index, player, words)


_NOTHING_LEFT = N_("the player qualifies, but none of it was left for this tie")
_ANOTHER = N_(
    "the player qualifies, but can win only one prize, and theirs is worth at least as much"
)


def _thing_answer(awards: Awards, index: int, player: int, words: Translator) -> str | None:
    """Return the answer about the prizes of this list that are not money; None if money decides.

    A thing won from another list can exclude the player from this one.
    """
    for found in awards.things:
        for winner, prize in found.given if index in found.lists else ():
            if winner == player:
                mine = prize.list == index
                return thing_text(awards.rules, prize, words) if mine else words.say(_ANOTHER)
    if all(prize.thing for prize in awards.rules.prizes(index)):
        # There is no division of a list without money.
        won = any(index in d.lists and _find_share(d, player)[1] for d in awards.divisions)
        return words.say(_ANOTHER if won else _NOTHING_LEFT)
    return None


def _answer(awards: Awards, division: Division, index: int, player: int, words: Translator) -> str:
    turn, share = _find_share(division, player)
    if share is not None and any(prize.list == index for prize in share.prizes):
        return share_text(awards, division, share, words)
    left = turn is not None and turn.left[division.lists.index(index)]
    return _name_half(division, words.say(_ANOTHER if left else _NOTHING_LEFT), words)


def _name_half(division: Division, said: str, words: Translator) -> str:
    """Add which half of the money the sentence is about, if the division has only half."""
    return said if division.part == 1 else words.say(_HALF[division.ties], part=said)


def _find_share(division: Division, player: int) -> tuple[Tie | None, Share | None]:
    for turn in division.turns:
        for share in turn.shares:
            if player in share.players:
                return turn, share
    return None, None


def _sums(awards: Awards, player: int, words: Translator) -> Iterator[str]:
    rules = awards.rules
    winning = next((one for one in awards.winnings if one.row.player.id == player), None)
    if winning is None:
        yield words.say("The player gets no prize.")
        return
    if winning.things:
        yield words.say("The player gets: {things}.", things=_list_things(winning))
    if winning.parts:
        parts = (money(half.part * share.each, rules, words) for half, share in winning.parts)
        yield words.say(
            "{parts} = {won}, rounded down {paid}.",
            parts=" + ".join(part.text for part in parts),
            won=money(winning.won, rules, words).text,
            paid=_with_currency(winning.paid, rules, words),
        )


def _describe_ties(
    tournament: Tournament, awards: Awards, player: int, words: Translator
) -> Iterator[str]:
    """Describe each tie that the player was in: who shared which prizes, and why the shares may
    differ.
    """
    for division in awards.divisions:
        turn, mine = _find_share(division, player)
        if turn is None or mine is None or sum(len(s.players) for s in turn.shares) == 1:
            continue
        for share in turn.shares:
            names = ", ".join(player_text(tournament.player[each]) for each in share.players)
            said = words.say(
                "{players}: {prizes} = {total}, {each} each.",
                players=names,
                prizes=prizes_text(awards.rules, share.prizes),
                total=money(share.total, awards.rules, words).text,
                each=money(share.each, awards.rules, words).text,
            )
            yield _name_half(division, said, words)
        if len(turn.shares) > 1:
            yield words.say(
                "The shares of this tie differ: those who get less could not have won more "
                "between them from the prizes they qualify for, one each."
            )
