"""Pinyin initials, the order of names, and what a typed query finds."""

import pytest

from tournament.queries.initials import found_by, initials, name_order


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("李小龙", "lxl"),
        ("王芳", "wf"),
        ("欧阳修", "oyx"),
        ("曾国藩", "zgf"),  # a family name, not céng
        ("单雄信", "sxx"),
        ("刘婷", "lt"),  # not among the commonest characters
        ("Li 王", "w"),
        ("Müller", ""),
        ("🐷", ""),
        ("", ""),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_every_letter_of_the_table_begins_where_it_should() -> None:
    first_and_last = (
        "啊澳 芭怖 擦错 搭堕 蛾贰 发咐 噶过 哈祸 击骏 喀阔 垃络 妈穆 "
        "拿诺 哦沤 啪瀑 期群 然弱 撒所 塌唾 挖误 昔迅 压孕 匝座"
    )
    letters = "abcdefghjklmnopqrstwxyz"
    assert [initials(pair) for pair in first_and_last.split()] == [letter * 2 for letter in letters]


def test_names_are_in_the_order_of_letters_and_pinyin() -> None:
    names = ["赵云", "Zed", "王芳", "Müller", "阿强", "Ärger", "陈伟"]
    assert sorted(names, key=name_order) == ["Ärger", "阿强", "陈伟", "Müller", "王芳", "Zed", "赵云"]


@pytest.mark.parametrize(
    ("query", "found"),
    [("lxl", True), ("lx", True), ("小龙", True), ("北京", True), ("北京 lx", True), ("12", True), ("1", True),
     ("2", False), ("xl", False), ("", True), ("lxl 13", False)],
)  # fmt: skip
def test_a_query_finds_by_every_word(query: str, found: bool) -> None:
    assert found_by(query, 12, "李小龙 北京队", "李小龙") is found
