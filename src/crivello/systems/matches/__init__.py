"""Systems that pair matches: the Swiss for teams (C.04.6), and Double-Swiss, in which two players
play two games (C.04.5).
"""
