"""What people see in a browser: one package for each audience, with its addresses, views and forms.

Pages read through `tournament.queries` and write through `tournament.actions`; they hold no rule.
"""
