"""Sentences for events of teams, in place of those that call the competitors players.

The key is the sentence as written in the code, the value the one for teams. The sentences in this
table always mean the competitors, never the members of a team.
"""

from collections.abc import Mapping

from crivello.model.sentence import N_, Sentence, Template

OF_TEAMS: Mapping[Template, Template] = {
    (
        "One player floats from {origin} to {target}",
        "{count} players float from {origin} to {target}",
    ): N_(
        "One team floats from {origin} to {target}", "{count} teams float from {origin} to {target}"
    ),
    "{path} written ({players:one player|{} players}).": N_(
        "{path} written ({players:one team|{} teams})."
    ),
    "{path} written ({players:one player|{} players}, {rounds:one round|{} rounds}).": N_(
        "{path} written ({players:one team|{} teams}, {rounds:one round|{} rounds})."
    ),
    "two players change places": N_("two teams change places"),
    "Add players on the page “Players”.": N_("Add teams on the page “Teams”."),
    "Admit late entries on the page “Players”.": N_("Admit late entries on the page “Teams”."),
    "Cancel the bye on the page of the player.": N_("Cancel the bye on the page of the team."),
    "Enter the withdrawal on the page of the player.": N_(
        "Enter the withdrawal on the page of the team."
    ),
    "The page “Players” shows all players as they are now.": N_(
        "The page “Teams” shows all teams as they are now."
    ),
    "Choose two players among the tables, or in the form.": N_(
        "Choose two teams among the tables, or in the form."
    ),
    "No players yet. Search a rating list, import a file, or type the first player.": N_(
        "No teams yet. Import a file, paste rows of a spreadsheet, or type the first team."
    ),
    "With the ticked players": N_("With the ticked teams"),
    "With the ticked players:": N_("With the ticked teams:"),
    "Find a player or a table": N_("Find a team or a table"),
    "Other player": N_("Other team"),
    "All players": N_("All teams"),
    "all players": N_("all teams"),
    "Choose two players.": N_("Choose two teams."),
    "the strength typed for each player": N_("the strength typed for each team"),
    (
        "Players with equal points are ranked by the first tie-break, those it leaves "
        "equal by the second, and so on."
    ): N_(
        "Teams with equal points are ranked by the first tie-break, those it leaves "
        "equal by the second, and so on."
    ),
    "none: players with equal points share the rank": N_(
        "none: teams with equal points share the rank"
    ),
    "No tie-breaks are announced: players with equal points share the rank.": N_(
        "No tie-breaks are announced: teams with equal points share the rank."
    ),
    "The games between the tied players decide, if they have met.": N_(
        "The matches between the tied teams decide, if they have met."
    ),
    "Half-point byes for each player": N_("Half-point byes for each team"),
    "Values, one line per player": N_("Values, one line per team"),
    ("They decide ties where the list of tie-breaks has LOT (lots) or EXT (values)."): N_(
        "They separate teams if the list of tie-breaks has them: LOT the lots, EXT the values."
    ),
    "Players with the same rank are not separated by these tie-breaks.": N_(
        "Teams with the same rank are not separated by these tie-breaks."
    ),
    "Select a value to see how it was computed, or a name to see the player.": N_(
        "Select a value to see how it was computed, or a name to see the team."
    ),
    (
        "Select a table to see why it was paired, or a name to see the player's card. Results "
        "appear when they are published."
    ): N_(
        "Select a table to see why it was paired, or a name to see the team's card. Results "
        "appear when they are published."
    ),
    "A player can win": N_("A team can win"),
    "Players with equal points": N_("Teams with equal points"),
    "Unrated players count as below any rating": N_("Unrated teams count as below any rating"),
    "Such as title=FM or school=Verdi; a player must belong to all of them": N_(
        "Such as school=Verdi; a team must belong to all of them"
    ),
    "Only these players": N_("Only these teams"),
    "Fewest players who must qualify": N_("Fewest teams that must qualify"),
    "Player numbers, best first; needed only if tie-breaks leave a cup undecided": N_(
        "Team numbers, best first; needed only if tie-breaks leave a cup undecided"
    ),
    "All rounds of all players.": N_("All rounds of all teams."),
    "one phone at a table is enough, if the other player confirms on the same phone": N_(
        "one phone at a table is enough, if the other side confirms on the same phone"
    ),
    "The players by pairing number.": N_("The teams by pairing number."),
    "One card for each player, with all rounds.": N_("One card for each team, with all rounds."),
    "Half a page for each table: why the two players have this pairing.": N_(
        "Half a page for each table: why the two teams have this pairing."
    ),
    "For a player who always needs the same table; empty for none.": N_(
        "For a team that always needs the same table; empty for none."
    ),
    "Player data": N_("Team data"),
    "Tie-breaks of this player": N_("Tie-breaks of this team"),
    "For the player": N_("For the team"),
    "{size} players, {score}": N_("{size} teams, {score}"),
    "{size} players": N_("{size} teams"),
    "Players: {players}.": N_("Teams: {players}."),
    (
        "Neither has had a colour yet; the pairing number of the higher-ranked player"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    ): N_(
        "Neither has had a colour yet; the pairing number of the higher-ranked team"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    ),
    (
        "Neither prefers a colour; the pairing number of the higher-ranked player"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    ): N_(
        "Neither prefers a colour; the pairing number of the higher-ranked team"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    ),
    (
        "{white} has White and {black} Black: neither prefers a colour, so the pairing number of "
        "the higher-ranked player, {decider}, decides{counted:|: {} among those who have entered}; "
        "odd numbers get {drawn}, the initial colour."
    ): N_(
        "{white} has White and {black} Black: neither prefers a colour, so the pairing number of "
        "the higher-ranked team, {decider}, decides{counted:|: {} among those who have entered}; "
        "odd numbers get {drawn}, the initial colour."
    ),
    (
        "{white} has White and {black} Black: neither has had a colour yet, so the pairing number "
        "of the higher-ranked player, {decider}, decides{counted:|: {} among those who have "
        "entered}; odd numbers get {drawn}, the initial colour."
    ): N_(
        "{white} has White and {black} Black: neither has had a colour yet, so the pairing number "
        "of the higher-ranked team, {decider}, decides{counted:|: {} among those who have "
        "entered}; odd numbers get {drawn}, the initial colour."
    ),
    ("One player", "{count} players"): N_("One team", "{count} teams"),
    ("One player is present.", "{count} players are present."): N_(
        "One team is present.", "{count} teams are present."
    ),
    ("One player has confirmed.", "{count} players have confirmed."): N_(
        "One team has confirmed.", "{count} teams have confirmed."
    ),
    (
        "One player is registered, not confirmed.",
        "{count} players are registered, not confirmed.",
    ): N_("One team is registered, not confirmed.", "{count} teams are registered, not confirmed."),
    (
        "One player did not confirm and is left out.",
        "{count} players did not confirm and are left out.",
    ): N_(
        "One team did not confirm and is left out.",
        "{count} teams did not confirm and are left out.",
    ),
    ("One player is expelled.", "{count} players are expelled."): N_(
        "One team is expelled.", "{count} teams are expelled."
    ),
    ("One player has withdrawn.", "{count} players have withdrawn."): N_(
        "One team has withdrawn.", "{count} teams have withdrawn."
    ),
    ("One player plays again.", "{count} players play again."): N_(
        "One team plays again.", "{count} teams play again."
    ),
    "{player} did not appear; the game is forfeited.": N_(
        "{player} did not appear; the match is forfeited."
    ),
    (
        "One player did not appear; the game is forfeited.",
        "{count} players did not appear; their games are forfeited.",
    ): N_(
        "One team did not appear; the match is forfeited.",
        "{count} teams did not appear; their matches are forfeited.",
    ),
    "{player} did not appear and continues; the game is forfeited.": N_(
        "{player} did not appear and continues; the match is forfeited."
    ),
    (
        "One player did not appear and continues; the game is forfeited.",
        "{count} players did not appear and continue; their games are forfeited.",
    ): N_(
        "One team did not appear and continues; the match is forfeited.",
        "{count} teams did not appear and continue; their matches are forfeited.",
    ),
    "{player} did not appear and has withdrawn; the game is forfeited.": N_(
        "{player} did not appear and has withdrawn; the match is forfeited."
    ),
    (
        "One player did not appear and has withdrawn; the game is forfeited.",
        "{count} players did not appear and have withdrawn; their games are forfeited.",
    ): N_(
        "One team did not appear and has withdrawn; the match is forfeited.",
        "{count} teams did not appear and have withdrawn; their matches are forfeited.",
    ),
    ("One player continues.", "{count} players continue."): N_(
        "One team continues.", "{count} teams continue."
    ),
    (
        "One player did not appear and has withdrawn.",
        "{count} players did not appear and have withdrawn.",
    ): N_(
        "One team did not appear and has withdrawn.",
        "{count} teams did not appear and have withdrawn.",
    ),
    ("One player gets a penalty.", "{count} players get a penalty."): N_(
        "One team gets a penalty.", "{count} teams get a penalty."
    ),
    ("One player gets a bonus.", "{count} players get a bonus."): N_(
        "One team gets a bonus.", "{count} teams get a bonus."
    ),
    (
        "One player has not confirmed and will be paired: {players}.",
        "{count} players have not confirmed and will be paired: {players}.",
    ): N_(
        "One team has not confirmed and will be paired: {players}.",
        "{count} teams have not confirmed and will be paired: {players}.",
    ),
    (
        "One player gets another pairing number: {moves}.",
        "{count} players get other pairing numbers: {moves}.",
    ): N_(
        "One team gets another pairing number: {moves}.",
        "{count} teams get other pairing numbers: {moves}.",
    ),
    "If the next round has an odd number of players, no player may have the bye.": N_(
        "If the next round has an odd number of teams, none may have the bye."
    ),
    (
        "FIDE deprecates full-point byes; the player can no longer get the pairing-allocated bye."
    ): N_("FIDE deprecates full-point byes; the team can no longer get the pairing-allocated bye."),
    ("Usually a player may have one half-point bye; the rules of the event must allow more."): N_(
        "Usually a team may have one half-point bye; the rules of the event must allow more."
    ),
    ("Half-point byes for each player were changed after round {round}: {old} to {new}."): N_(
        "Half-point byes for each team were changed after round {round}: {old} to {new}."
    ),
    "Name at least one player.": N_("Name at least one team."),
    "A group to keep apart needs at least two different players.": N_(
        "A group to keep apart needs at least two different teams."
    ),
    "There are fewer than two players to pair in round {round}.": N_(
        "There are fewer than two teams to pair in round {round}."
    ),
    "These players are missing from the pairing, appear in it twice or do not belong in it: "
    "{players}.": N_(
        "These teams are missing from the pairing, appear in it twice or do not belong in it: "
        "{players}."
    ),
    "The list of players has changed since these pairing numbers were assigned.": N_(
        "The list of teams has changed since these pairing numbers were assigned."
    ),
    "Round 1 is not published yet: register or remove players instead.": N_(
        "Round 1 is not published yet: register or remove teams instead."
    ),
    "{player} has no game in round {round}.": N_("{player} has no match in round {round}."),
    "There is no player {word}; this tournament has players {first} to {last}.": N_(
        "There is no team {word}; this tournament has teams {first} to {last}."
    ),
    "There is no player {word}; not all numbers from {first} to {last} are those of players.": N_(
        "There is no team {word}; not all numbers from {first} to {last} are those of teams."
    ),
    "There is no player {word}; this tournament has no players.": N_(
        "There is no team {word}; this tournament has no teams."
    ),
    "No player matches {word!r}{section:| in section {}}.{near:| Did you mean {}?}": N_(
        "No team matches {word!r}{section:| in section {}}.{near:| Did you mean {}?}"
    ),
    (
        "{word!r} can be more than one player: {candidates}. Type the number, or more of the name."
    ): N_(
        "{word!r} can be more than one team: {candidates}. Type the number, or more of the name."
    ),
    (
        "In ideal conditions {rounds} rounds find one winner among at most {most} "
        "players; for {count} players, {needed} rounds would be enough."
    ): N_(
        "In ideal conditions {rounds} rounds find one winner among at most {most} "
        "teams; for {count} teams, {needed} rounds would be enough."
    ),
    "Round {round} is published: you have no game.": N_(
        "Round {round} is published: you have no match."
    ),
    "{prizes}: {total} shared by {count} players, {each} each": N_(
        "{prizes}: {total} shared by {count} teams, {each} each"
    ),
    "A player wins one prize, the most valuable one open to them.": N_(
        "A team wins one prize, the most valuable one open to it."
    ),
    "In addition, a player may win: {names}.": N_("In addition, a team may win: {names}."),
    "A player may win a prize of each list.": N_("A team may win a prize of each list."),
    "{name} is not awarded: eligible players {players}, required {least}.": N_(
        "{name} is not awarded: eligible teams {players}, required {least}."
    ),
    (
        "Prizes other than money are not shared: in tie-break order each player takes the "
        "most valuable one left that they qualify for, and then gets no share of the money of "
        "the same lists."
    ): N_(
        "Prizes other than money are not shared: in tie-break order each team takes the most "
        "valuable one left that it qualifies for, and then gets no share of the money of the "
        "same lists."
    ),
    "{names}: prizes go by tie-break; players still tied after the last tie-break share the "
    "prizes.": N_(
        "{names}: prizes go by tie-break; teams still tied after the last tie-break share the "
        "prizes."
    ),
    "{names}: players with equal points share.": N_("{names}: teams with equal points share."),
    "What the player gets, and why": N_("What the team gets, and why"),
    "the player qualifies, but none of it was left for this tie": N_(
        "the team qualifies, but none of it was left for this tie"
    ),
    ("the player qualifies, but can win only one prize, and theirs is worth at least as much"): N_(
        "the team qualifies, but can win only one prize, and its own is worth at least as much"
    ),
    "The player gets no prize.": N_("The team gets no prize."),
    "The player gets: {things}.": N_("The team gets: {things}."),
    "not open: the player was expelled": N_("not open: the team was expelled"),
    "not open: it is for other players": N_("not open: it is for other teams"),
    "not open: the player does not belong to {category}": N_(
        "not open: the team does not belong to {category}"
    ),
    "not awarded: eligible players {players}, required {least}": N_(
        "not awarded: eligible teams {players}, required {least}"
    ),
    (
        "{first} is above {second}: they are level in {level}, and in the games among "
        "the {count} players still tied {first} has {better}, {second} {worse} ({code},"
        " {article})."
    ): N_(
        "{first} is above {second}: they are level in {level}, and in the matches among"
        " the {count} teams still tied {first} has {better}, {second} {worse} ({code}, "
        "{article})."
    ),
    (
        "{first} is above {second}: they are level in {level}. Not all of the {count} "
        "players still tied have met, but {first} with {better} stays ahead of "
        "{second} with {worse} whatever the missing games bring ({code}, {article})."
    ): N_(
        "{first} is above {second}: they are level in {level}. Not all of the {count} "
        "teams still tied have met, but {first} with {better} stays ahead of {second} "
        "with {worse} whatever the missing matches bring ({code}, {article})."
    ),
    "Add players": N_("Add teams"),
    "Players as CSV": N_("Teams as CSV"),
    ("One player to pair.", "{count} players to pair."): N_(
        "One team to pair.", "{count} teams to pair."
    ),
    "for these players": N_("for these teams"),
    ("One player gets another pairing number", "{count} players get other pairing numbers"): N_(
        "One team gets another pairing number", "{count} teams get other pairing numbers"
    ),
    "Points can be given once the player has a pairing number.": N_(
        "Points can be given once the team has a pairing number."
    ),
    "Choose a bracket to see its players.": N_("Choose a bracket to see its teams."),
    "Why, for one player": N_("Why, for one team"),
    "There are no players yet.": N_("There are no teams yet."),
    (
        "The card of each player will appear here: opponents, colours and results, round by round. "
        "There are no players yet."
    ): N_(
        "The card of each team will appear here: opponents, colours and results, round by round. "
        "There are no teams yet."
    ),
    ("Lists, pairings, slips and tables to print will appear here. There are no players yet."): N_(
        "Lists, pairings, slips and tables to print will appear here. There are no teams yet."
    ),
    "My card": N_("Card of the team"),
    "Players who have withdrawn are no longer paired and get no further points.": N_(
        "Teams that have withdrawn are no longer paired and get no further points."
    ),
}


def of_teams(sentence: Sentence) -> Sentence:
    """Return the sentence in its form for teams, if it has one."""
    template = OF_TEAMS.get(sentence.template)
    return sentence if template is None else Sentence(template, **sentence.values)
