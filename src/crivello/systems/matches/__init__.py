"""Systems that pair matches: teams (C.04.6) and pairs of games (C.04.5)."""
