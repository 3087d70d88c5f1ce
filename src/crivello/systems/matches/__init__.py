"""Systems that pair matches: the Swiss for teams (C.04.6), and Double-Swiss, in which two players
play two games (C.04.5).

A bracket consists of the *residents* of one scoregroup and of *upfloaters*, lower competitors who
join them if they cannot all be paired by themselves. The *top member* of a pair has the smaller
pairing number. The *profile* of a set of upfloaters tells how many of them come from each score.
"""
