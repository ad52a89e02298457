"""Everything that is read: standings, the state of a table, the history.

Nothing here writes. The number of database queries never depends on the number of players.
"""
