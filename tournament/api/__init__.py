"""The API under /api/: what the public pages show and what a referee enters, for programs.

It holds no rule and writes no row: views read through `tournament.queries`, write through `tournament.actions`,
and ask `tournament.access` who may. A serializer checks the form of what comes in, the rules check the rest.
"""
