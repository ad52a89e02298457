"""Which font files the sheets are printed with: the only place that knows them.

Each is a TrueType font with a weight axis. A character is taken from the first that has it.
"""

from importlib.resources import files
from pathlib import Path


def font_files() -> tuple[Path, ...]:
    """The files in the order in which they are asked: Latin, Greek and Cyrillic, then SC, JP, KR, TC."""
    latin = files("fontpkg_noto_sans") / "files"
    cjk = files("justmytype_intl_cjk") / "fonts" / "ofl"
    chosen = [latin / "NotoSans[wdth,wght].ttf"]
    chosen += [cjk / f"notosans{script.lower()}" / f"NotoSans{script}[wght].ttf" for script in CJK_SCRIPTS]
    return tuple(Path(str(file)) for file in chosen)


CJK_SCRIPTS = ("SC", "JP", "KR", "TC")
# What the font of a PDF is called: Noto, from several files and cut down.
BASE_NAME = "NotoSansSheet"
