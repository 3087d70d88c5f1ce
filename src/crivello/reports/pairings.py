"""The pages of one round: pairings by board and by name, and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from unicodedata import combining, normalize

from crivello.model.matches import Match, MatchTournament
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES, Result
from crivello.model.tournament import Game, Tournament
from crivello.reports.document import Side
from crivello.reports.subject import EVERYTHING, Choice, Subject
from crivello.standings.crosstable import person
from crivello.standings.table import (
    Cell,
    Column,
    Table,
    number_cell,
    points_cell,
    text_cell,
    title_of,
)
from crivello.standings.teams import MATCH_ADJOURNED
from crivello.words import N_, Language, Translator, points, say

_FORFEITS = str.maketrans({"1": "+", "0": "–", "F": "", "-": " : "})
EMPTY = Cell("", None)


def result_cell(result: Result | None, words: Translator) -> Cell:
    """Return a result: ``1 – 0``, by forfeit ``+ : –``; programs get ``1-0``, ``1F-0F``,
    ``1/2-1/2``.
    """
    if result is None:
        return EMPTY
    if result is Result.ADJOURNED:
        return Cell(words.say(result), "adjourned")
    figures = result.figures
    text = figures.replace("-", " – ") if result.played else figures.translate(_FORFEITS)
    return Cell(text, figures.replace("½", "1/2"))


SOME_ADJOURNED = N_("{score}, one adjourned", "{score}, {count} adjourned")


def match_score(event: Tournament, number: int, game: Game, language: Language) -> str:
    """Return the points of a match's finished boards, ``2½ – 1½``, and how many boards are
    adjourned.
    """
    return _match_cell(event, number, game, language).text


def _match_cell(event: Tournament, number: int, game: Game, language: Language) -> Cell:
    """Return the score of a match; programs get ``2½-1½``, ``1-1 adjourned`` or ``adjourned``."""
    assert isinstance(event, MatchTournament)
    unit = event.individual.settings.scoring.unit
    for match in event.round_matches(number):
        if {match.white, match.black} == {game.white, game.black} and match.boards:
            both = match.points_so_far
            if match.white != game.white:
                both = both[::-1]
            score = " – ".join(points(one, unit, language) for one in both)
            raw = score.replace(" – ", "-")
            count = sum(board.is_adjourned for board in match.boards)
            if not count:
                return Cell(score, raw)
            if count == len(match.boards):
                return Cell(say(MATCH_ADJOURNED, language), "adjourned")
            return Cell(say(SOME_ADJOURNED, language, score=score, count=count), f"{raw} adjourned")
    text = "" if game.result is None else game.result.figures.translate(_FORFEITS)
    return Cell(text, text)


def _score(subject: Subject, number: int, player: Player, words: Translator) -> Cell:
    """Return a player's score before the round; people read 2½, programs 2.5."""
    unit = subject.tournament.settings.scoring.unit
    score = subject.before(number)[player.id].score
    return points_cell(score, unit, words.language)


def _heading(subject: Subject, what: str, number: int) -> tuple[str, ...]:
    return (subject.tournament.settings.name, what, subject.round_line(number))


def pairings_by_board(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the boards in order, White on the left, with an empty column for results."""
    number = subject.paired_round(choice.round)
    what = words.say("Pairings of round {round}", round=number)
    return _boards("pairings", what, subject, number, words)


def results(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the boards with their results."""
    number = subject.paired_round(choice.round)
    what = words.say("Results of round {round}", round=number)
    table = _boards("results", what, subject, number, words)
    open_games = sum(game.result is None for game in subject.tournament.round(number).games)
    if not open_games:
        return table
    note = words.say(
        N_("One game has no result yet.", "{count} games have no result yet."), count=open_games
    )
    return replace(table, notes=(note,))


def _boards(name: str, what: str, subject: Subject, number: int, words: Translator) -> Table:
    say, known = words.say, name == "results"
    columns = (
        Column("board", say("Board"), right=True, data_only=True),
        Column("table", say("Table"), right=True, leading=True),
        Column("white_number", say("No."), right=True, spare=True),
        Column("white_title", say("Title"), spare=True),
        Column("white", say("White"), shrinks=True, player="white_number"),
        Column("white_rating", say("Rating"), right=True, spare=True),
        Column("white_points", say("Pts"), right=True),
        Column("result", say("Result")),
        Column("black_points", say("Pts"), right=True),
        Column("black_number", say("No."), right=True, spare=True),
        Column("black_title", say("Title"), spare=True),
        Column("black", say("Black"), shrinks=True, player="black_number"),
        Column("black_rating", say("Rating"), right=True, spare=True),
        Column("bye", say("Bye"), data_only=True),
    )
    games = _game_rows(subject, number, words, known)
    byes = _bye_rows(subject, number, words, known)
    return Table(name, _heading(subject, what, number), columns, (*games, *byes))


def _game_rows(
    subject: Subject, number: int, words: Translator, known: bool
) -> Iterator[tuple[Cell, ...]]:
    for place, game in enumerate(subject.tournament.round(number).games):
        white, black = _sides(subject, game)
        yield (
            number_cell(place + 1),
            number_cell(subject.table(number, place)),
            *_side(white),
            _score(subject, number, white, words),
            shown_result(subject, number, game, words) if known else EMPTY,
            _score(subject, number, black, words),
            *_side(black),
            EMPTY,
        )


def shown_result(subject: Subject, number: int, game: Game, words: Translator) -> Cell:
    """Return the result of a game; of a match its points, if it has a result."""
    if isinstance(subject.tournament, MatchTournament) and game.result is not None:
        return _match_cell(subject.tournament, number, game, words.language)
    return result_cell(game.result, words)


NO_MATCHES = N_("This tournament has games, not matches.")


def match_boards(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List the boards of all matches of a round with the results so far."""
    number = subject.paired_round(choice.round)
    what = words.say("Boards of round {round}", round=number)
    rows = [row for match in _matches(subject, number) for row in _match_rows(*match, words)]
    table = _match_table("boards", _heading(subject, what, number), rows, words)
    return table if rows else replace(table, notes=(words.say(NO_MATCHES),))


def match_cards(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> list[Table]:
    """Return a card for each match: its boards, with room for results and signatures.

    The card of an adjourned match has the results so far, and room for the others.
    """
    number = subject.paired_round(choice.round)
    cards = []
    for match in _matches(subject, number):
        event, table, game, found = match
        one, other = (person(event.player[side]) for side in (game.white, game.black))
        title = words.say("Round {round}, table {table}", round=number, table=table)
        later = found.result is Result.ADJOURNED
        rows = [
            row if later and board.is_over else (*row[:4], EMPTY, *row[5:])
            for row, board in zip(_match_rows(*match, words), found.boards, strict=True)
        ]
        signed = words.say("Captains or players: ____________________    ____________________")
        names = f"{one} – {other}"
        if later:
            names += f": {match_score(event, number, game, words.language)}"
        card = _match_table("match-card", (title, names), rows, words)
        cards.append(replace(card, notes=(signed,)))
    return cards or [match_boards(subject, words, choice)]


def played_boards(subject: Subject, number: int) -> Iterator[tuple[int, int, Side, Side]]:
    """Yield table, board, White and Black of every game in the matches of a round."""
    for event, table, _, match in _matches(subject, number):
        for at, board in enumerate(match.boards, start=1):
            if board.game is not None:
                of = {board.home: match.white, board.guest: match.black}
                white, black = (
                    _side_at(event, player, of[player])
                    for player in (board.game.white, board.game.black)
                )
                yield table, at, white, black


def _side_at(event: MatchTournament, player: int, competitor: int) -> Side:
    """Return a player at a board; a team member is shown with the team's name instead of a
    number.
    """
    found = Side.of(event.individual.player[player])
    if not event.teams:
        return found
    return replace(found, number=0, team=event.player[competitor].name)


def match_tables(subject: Subject, choice: Choice = EVERYTHING) -> tuple[int, ...]:
    """Return the table of each match, in the order of the match cards."""
    number = subject.paired_round(choice.round)
    return tuple(table for _, table, _, _ in _matches(subject, number))


FoundMatch = tuple[MatchTournament, int, Game, Match]
"""The event, the table, and the match twice: as it was paired and as it is played."""


def _matches(subject: Subject, number: int) -> list[FoundMatch]:
    event = subject.tournament
    if not isinstance(event, MatchTournament):
        return []
    known = {frozenset((one.white, one.black)): one for one in event.round_matches(number)}
    return [
        (event, subject.table(number, place), game, match)
        for place, game in enumerate(event.round(number).games)
        if (match := known.get(frozenset((game.white, game.black)))) is not None
    ]


def _match_rows(
    event: MatchTournament, table: int, game: Game, match: Match, words: Translator
) -> Iterator[tuple[Cell, ...]]:
    people = event.individual.player
    for at, board in enumerate(match.boards, start=1):
        sides = (board.home, board.guest)
        home, guest = sides if match.white == game.white else sides[::-1]
        white = None if board.game is None else board.game.white
        result = None if board.game is None else board.game.result
        if result is not None and white != home:
            result = result.mirrored
        colour = "" if white is None else words.say("White" if white == home else "Black")
        yield (
            text_cell(f"{table}.{at}"),
            text_cell(None if home is None else person(people[home])),
            number_cell(None if home is None else people[home].rating),
            text_cell(colour),
            result_cell(result, words),
            text_cell(None if guest is None else person(people[guest])),
            number_cell(None if guest is None else people[guest].rating),
        )


def _match_table(
    name: str, title: tuple[str, ...], rows: Iterable[tuple[Cell, ...]], words: Translator
) -> Table:
    say = words.say
    columns = (
        Column("board", say("Board"), leading=True),
        Column("home", say("Player"), shrinks=True),
        Column("home_rating", say("Rating"), right=True, spare=True),
        Column("home_colour", say("Colour")),
        Column("result", say("Result")),
        Column("guest", say("Opponent"), shrinks=True),
        Column("guest_rating", say("Rating"), right=True, spare=True),
    )
    return Table(name, title, columns, tuple(rows))


def _bye_rows(
    subject: Subject, number: int, words: Translator, known: bool
) -> Iterator[tuple[Cell, ...]]:
    scoring = subject.tournament.settings.scoring
    for player, bye in subject.byes(number):
        worth = points(scoring.points(bye.award, None), scoring.unit, words.language)
        yield (
            EMPTY,
            EMPTY,
            *_side(player),
            _score(subject, number, player, words),
            Cell(worth, None) if known else EMPTY,
            EMPTY,
            EMPTY,
            EMPTY,
            Cell(words.say(BYE_NAMES[bye]), None),
            EMPTY,
            Cell(words.say(BYE_NAMES[bye]), bye.name.lower()),
        )


def _side(player: Player) -> tuple[Cell, ...]:
    title = text_cell(player.title.value if player.title else None)
    return number_cell(player.number), title, text_cell(player.name), number_cell(player.rating)


def _sides(subject: Subject, game: Game) -> tuple[Player, Player]:
    return subject.tournament.player[game.white], subject.tournament.player[game.black]


def pairings_by_name(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Table:
    """List all players in alphabetical order, each with table, colour and opponent."""
    say, number = words.say, subject.paired_round(choice.round)
    rows: dict[int, tuple[Cell, ...]] = {}
    for place, game in enumerate(subject.tournament.round(number).games):
        white, black = _sides(subject, game)
        for player, other, colour in (
            (white, black, Cell(say("White"), "w")),
            (black, white, Cell(say("Black"), "b")),
        ):
            rows[player.id] = (
                number_cell(subject.table(number, place)),
                colour,
                *_side(other),
            )
    for player, bye in subject.byes(number):
        rows[player.id] = _not_at_a_table(say(BYE_NAMES[bye]), bye.name.lower())
    for player in subject.tournament.players:
        if player.id not in rows and is_expected(player, number):
            rows[player.id] = _not_at_a_table(say("absent"), "absent")
    everybody = sorted(
        (subject.tournament.player[player] for player in rows),
        key=lambda player: (alphabetical(player.name), player.number),
    )
    columns = (
        Column("title", say("Title"), spare=True),
        Column("name", say("Name"), leading=True, shrinks=True, player="number"),
        Column("number", say("No."), right=True),
        Column("rating", say("Rating"), right=True, spare=True),
        Column("federation", say("Fed."), spare=True),
        Column("points", say("Pts"), right=True),
        Column("table", say("Table"), right=True),
        Column("colour", say("Colour")),
        Column("opponent_number", say("No."), right=True, spare=True),
        Column("opponent_title", say("Title"), spare=True),
        Column("opponent", say("Opponent"), shrinks=True, player="opponent_number"),
        Column("opponent_rating", say("Rating"), right=True, spare=True),
    )
    what = say("Pairings of round {round} by name", round=number)
    return Table(
        "pairings-by-name",
        _heading(subject, what, number),
        columns,
        tuple(
            (
                text_cell(title_of(player)),
                text_cell(player.name),
                number_cell(player.number),
                number_cell(player.rating),
                text_cell(player.federation),
                _score(subject, number, player, words),
                *rows[player.id],
            )
            for player in everybody
        ),
    )


def name_first(player: Player) -> str:
    """Return a name followed by the title, for alphabetical lists: ``Rossi, Anna FM``."""
    return f"{player.name} {player.title.value}" if player.title else player.name


def _not_at_a_table(text: str, raw: str) -> tuple[Cell, ...]:
    return EMPTY, EMPTY, EMPTY, EMPTY, Cell(text, raw), EMPTY


def without_federations(table: Table) -> Table:
    """Return the pairings by name without federations, for which opponents leave no room."""
    place = [column.key for column in table.columns].index("federation")
    columns = table.columns[:place] + table.columns[place + 1 :]
    rows = tuple(row[:place] + row[place + 1 :] for row in table.rows)
    return replace(table, columns=columns, rows=rows)


def narrow_by_name(table: Table) -> Table:
    """Return the pairings by name with what a player looks for: the table and the colour.

    Two such columns fit beside each other on a page.
    """
    keys = [column.key for column in table.columns]
    shown = [keys.index(key) for key in ("title", "name", "federation", "table", "colour")]
    opponent = keys.index("opponent")
    columns = tuple(table.columns[index] for index in shown)
    rows = tuple(
        tuple(
            row[opponent] if keys[index] == "colour" and not row[index].text else row[index]
            for index in shown
        )
        for row in table.rows
    )
    return replace(
        table, columns=tuple(replace(column, player="") for column in columns), rows=rows
    )


def is_expected(player: Player, number: int) -> bool:
    """Return True if the player has entered by that round and not left before it."""
    return player.entered <= number and (
        player.withdrawn_after is None or player.withdrawn_after >= number
    )


_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th"})


def alphabetical(name: str) -> tuple[str, str]:
    """Return the key to sort a name by: without accents and case, then the name itself."""
    letters = normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(letter for letter in letters if not combining(letter))
    return plain.lstrip(), name
