#!/bin/sh
# A whole tournament from the command line: fourteen players, six rounds, paired by the Dutch
# system of 2017. It is the tournament of a well-known course on that system, with one player
# away in round 2, the bye that follows from it, and one who does not appear in round 3.
#
#     examples/worked-tournament.sh [FOLDER]     (by default a new folder)
#
# If crivello is not a command here, PYTHON names the Python that has it.
set -eu

if [ -n "${PYTHON:-}" ]; then
    crivello() {
        "$PYTHON" -m crivello "$@"
    }
fi

folder=${1:-$(mktemp -d)}
cd "$folder"

# Before the tournament: the file, what is announced, the players in the order they come. It is a
# tournament of its time, by an edition that a later one has replaced: so it is outside FIDE mode.
crivello new worked.crivello name="Worked tournament" rounds=6 system=dutch-2017 \
    place=Arvier federation=ITA start=2017-08-01 end=2017-08-06 \
    time-control="90 minutes and 30 seconds a move" chief-arbiter="Anna Rossi" \
    tie-breaks=BH/C1,BH,SB correction-minutes=30 \
    fide-mode=no --reason "a tournament of 2017, by the text of its time"
crivello add Roberto rating=2000
crivello add Patrizia rating=2050
crivello add Oscar rating=2100
crivello add Nancy rating=2100 title=WFM
crivello add Marco rating=2150 title=CM
crivello add Luisa rating=2150 title=WIM
crivello add Kevin rating=2250
crivello add Giorgia rating=2250
crivello add Francesco rating=2300 title=FM
crivello add Elisa rating=2350 title=WIM
crivello add Davide rating=2400 title=FM
crivello add Carla rating=2400 title=WGM
crivello add Bruno rating=2500 title=IM
crivello add Alice rating=2500 title=GM
crivello present --all
crivello draw white

round() { # the draft, which nobody sees, and the pairings for the wall
    crivello pair >/dev/null
    crivello publish
}

round
crivello results <<'RESULTS'
1 1-0
2 0-1
3 1-0
4 1/2
5 1-0
6 0-1
7 1-0
RESULTS

# Oscar has said that he will be away; one of the others gets the bye.
crivello absent Oscar
round
crivello results <<'RESULTS'
1 1-0
2 1-0
3 1/2
4 1-0
5 0-1
6 1-0
RESULTS

# Nancy does not appear. She explains it, and plays on.
round
crivello no-shows Nancy
crivello results <<'RESULTS'
1 1/2
2 1/2
4 0-1
5 1-0
6 1/2
7 1-0
RESULTS
crivello no-shows Nancy --plays-on

round
crivello result 1 0-1
crivello result 2 1/2
crivello results <<'RESULTS'
3 1-0
4 1-0
5 1/2
6 1/2
7 1-0
RESULTS

round
crivello results <<'RESULTS'
1 1/2
2 1-0
3 1/2
4 0-1
5 0-1
6 1-0
7 0-1
RESULTS

round
crivello results <<'RESULTS'
1 1/2
2 1/2
3 1-0
4 0-1
5 0-1
6 1-0
7 1/2
RESULTS
crivello publish --results
crivello end

# Was every round right? Is the file whole? The report.
crivello check
crivello verify
crivello standings
crivello export worked.trf --to trf26
