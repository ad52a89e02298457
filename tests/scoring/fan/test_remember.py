"""What is remembered stays within its bounds and is never wrong for it."""

from __future__ import annotations

from scoring.fan.remember import Remembered


def test_answers_are_computed_once_and_forgotten_when_there_are_too_many() -> None:
    asked: list[int] = []

    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    table = Remembered(twice, 3)
    assert [table[number] for number in (1, 2, 1, 3, 2)] == [2, 4, 2, 6, 4]
    assert asked == [1, 2, 3]
    for number in range(100):
        assert table[number] == 2 * number
        assert len(table) <= 3
