"""Whatever the rules refuse about a hand or its fan is said in the reader's language."""

import ast

from django.utils import translation

from scoring.fan import BY_NAME, NAMES
from scoring.refusal import Refusal
from tests.machine import ROOT
from tournament import fan_texts
from tournament.refusals import SCORING_TEXTS, from_scoring


def refused() -> dict[str, set[str]]:
    """The codes that the evaluator refuses with, and which values each brings along."""
    found: dict[str, set[str]] = {}
    for path in [*(ROOT / "scoring" / "fan").glob("*.py"), ROOT / "scoring" / "recorded_fan.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = ast.literal_eval(node.args[0])
                found.setdefault(code, set()).update(word.arg for word in node.keywords if word.arg)
    return found


def test_every_refusal_of_the_evaluator_has_a_sentence() -> None:
    codes = refused()
    assert len(codes) > 35
    texts = {**fan_texts.REFUSALS, **SCORING_TEXTS}
    assert sorted(codes.keys() - texts.keys()) == []
    for code, names in codes.items():
        if code in texts:
            assert str(texts[code]) % {**dict.fromkeys(names, "x")}, code


def test_tiles_and_fan_are_named_in_the_sentence_as_the_reader_calls_them() -> None:
    with translation.override("en"):
        sentence = from_scoring(Refusal("more_than_four", "", tile="5p", count=5)).message
    assert "5 of dots" in sentence
    assert "5p" in NAMES
    with translation.override("zh-hans"):
        sentence = from_scoring(Refusal("fan_excluded", "", fan="无字", by="清一色")).message
    assert "无字" in sentence
    assert BY_NAME["清一色"].en not in sentence
