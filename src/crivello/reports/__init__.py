"""What leaves the program: pages for print and screen, spreadsheets, a site, PGN, queries, JSON.

`pages.page("pairings-by-board", tournament, 3, Language.EN)` is the way in for those who want HTML.
"""
