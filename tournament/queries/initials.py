"""Pinyin initials of names, so that 李小龙 is found as "lxl", and the order of names by pinyin.

The 3,755 commonest characters stand in GB 2312 in the order of their pinyin, so a table of where each letter
begins is enough for them; of the rarer ones those that people are called by are listed.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_BEGINS = (
    (0xB0A1, "a"), (0xB0C5, "b"), (0xB2C1, "c"), (0xB4EE, "d"), (0xB6EA, "e"), (0xB7A2, "f"), (0xB8C1, "g"),
    (0xB9FE, "h"), (0xBBF7, "j"), (0xBFA6, "k"), (0xC0AC, "l"), (0xC2E8, "m"), (0xC4C3, "n"), (0xC5B6, "o"),
    (0xC5BE, "p"), (0xC6DA, "q"), (0xC8BB, "r"), (0xC8F6, "s"), (0xCBFA, "t"), (0xCDDA, "w"), (0xCEF4, "x"),
    (0xD1B9, "y"), (0xD4D1, "z"), (0xD7FA, ""),
)  # fmt: skip
_RARER = {
    "b": "卞邴骠", "c": "岑晟谌褚骢琛偲", "d": "邸黛棣", "f": "酆霏馥", "g": "郜珺玑", "h": "昊灏泓郇桓瀚珩翯晗颢",
    "j": "瑾婧婕嵇靳骏隽谨钧缙珏珈", "k": "阚锴恺珂", "l": "栾璐岚琳郦琅翎莅珞", "m": "淼闵缪苗旻茗", "n": "钮妮暖",
    "p": "逄濮霈芃", "q": "琪琦淇沁覃瞿荃芩茜祺麒绮", "r": "芮睿嵘蕊", "s": "佘姝燊莎珊", "t": "婷佟滕昙恬",
    "w": "炜邬薇玟玮雯", "x": "鑫璇娴筱洵潇骁萱冼郗煊炫禤昕忻馨祎", "y": "玥妍瑜嫣芸煜烨焱熠闫晏渝滢茵钰瑛祎垚懿珧",
    "z": "訾臧璋芷甄祯竺",
}  # fmt: skip
_LETTERS = {character: letter for letter, characters in _RARER.items() for character in characters}
# Read otherwise when they are a family name.
_FAMILY = {
    "曾": "z",
    "单": "s",
    "解": "x",
    "查": "z",
    "仇": "q",
    "朴": "p",
    "区": "o",
    "盖": "g",
    "尉": "w",
    "乐": "y",
}


@lru_cache(maxsize=8192)
def initials(name: str) -> str:
    """The initials of the Chinese characters of a name, "" where it has none: 王芳 → "wf".

    A family name that can be read in two ways is read as a family name; a character that is not known is left out.
    """
    letters: list[str] = []
    for character in name:
        family = _FAMILY.get(character) if not letters else None
        letters.append(family or _LETTERS.get(character) or _common(character))
    return "".join(letters)


def name_order(name: str) -> tuple[str, bytes]:
    """A key that sorts names as a list of people does: Latin letters without accents, Chinese ones by pinyin."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    first = initials(name[:1]) or plain[:1]
    return first, plain.encode("gb18030", "replace")


def plain_text(text: str) -> str:
    """Text as it is compared in a search: without accents, capitals and spare blanks (as static/js/filter.js)."""
    marks_off = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
    return " ".join(marks_off.lower().split())


def found_by(query: str, number: int, text: str, name: str) -> bool:
    """Whether a typed query finds somebody: every word in the text, or the initials, or the number."""
    searched, letters = plain_text(text), initials(name)
    return all(
        str(number).startswith(word)
        if word.isascii() and word.isdigit()
        else word in searched or (bool(letters) and letters.startswith(word))
        for word in plain_text(query).split()
    )


def _common(character: str) -> str:
    try:
        code = int.from_bytes(character.encode("gb2312"))
    except UnicodeEncodeError:
        return ""
    letter = ""
    for begin, following in _BEGINS:
        if code < begin:
            break
        letter = following
    return letter
