"""found"""

SHIFTS: dict[int, list[list[int]]] = {}
