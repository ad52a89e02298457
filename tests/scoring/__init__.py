"""The rules, tested against RULES.md and against real tournaments."""
