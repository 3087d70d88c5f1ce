"""The forms after an event, filled in from the tournament: for titles, arbiters and ratings.

Each has the facts of FIDE's form of the same name, in a layout of our own. What the tournament does
not contain is left empty and listed; a person checks and signs.

boxes       the facts of a form, shared by all forms
titles      IT3, the tournament report, and IT1, the certificate of a norm
arbiters    FA1 and IA1, the norms of arbiters
rating      what is typed on FIDE's server, the check of the rating report, rated games by players
"""
