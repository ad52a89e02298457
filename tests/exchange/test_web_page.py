"""A page rewritten for a folder: where its links lead, and that nothing of scripts, forms and servers is left."""

from __future__ import annotations

import re

import pytest

from tests.machine import ROOT
from tournament.exchange.web_page import Around, Sprite, Without, read_sprite, rewritten

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Table 1 &middot; Open &#38; Closed</title>
  <meta name="htmx-config" content='{"a":"b"}'>
  <meta http-equiv="refresh" content="1; url=https://evil.test/">
  <link rel="stylesheet" href="/static/css/base.css">
  <script src="/static/js/theme.js"></script>
</head>
<body class="one" hx-ext="morph" data-offline="No connection">
  <header class="top">
    <a class="brand" href="/" aria-label="All tournaments">雀赛</a>
    <div class="top__tools"><form action="/language/" method="post"><div><button>中文</button></div></form>
      <a href="/accounts/login/">Log in</a></div>
  </header>
  <main id="content">
    <div class="living" data-live="/t/open/?part=1" data-version="7-abc">
    <p class="stamp">As of 14:05 &middot; version 7</p>
    <div class="notices"><div class="note">Lunch</div></div>
    <p onclick="alert(1)" style="color:red">李小龙 &lt;b&gt; 3½
    <a href="/t/open/players/7/#s1" data-row="7">Seven</a>
    <a class="btn" href="?provisional=1">Count <b>running</b> tables</a></p></div>
    <ul><li>one<li hidden>two</li></ul>
    <p class="needs-js">Press here</p>
    <a href="#h3">Hand 3</a> <a href="https://elsewhere.test/x">Elsewhere</a> <a href="javascript:alert(1)">Run</a>
    <svg class="icon" aria-hidden="true"><use href="/static/img/icons.1f2e3d4c.svg#check"></use></svg>
    <svg viewBox="0 0 9 9"><circle cx="1" cy="2" r="3"/><use href="/static/img/tiles/tiles.svg#m1"/></svg>
    <template id="words"><b>never</b></template>
    <input name="q"><br>
    <!-- a remark -->
  </main>
  <footer class="foot"><span>Quesai</span></footer>
  <script type="module">alert("</p>")</script>
</body>
</html>
"""
ICONS = read_sprite("icons", '<svg><symbol id="check" viewBox="0 0 24 24"><path d="m4 12"/></symbol></svg>')
TILES = read_sprite(
    "tiles/tiles",
    '<svg><defs><path id="wan" d="M1 1"/><g id="plum"><circle r="1"/></g></defs>'
    '<symbol id="m1"><use href="#wan"/></symbol><symbol id="f1"><use href="#plum"/></symbol></svg>',
)
AROUND = Around(
    head='<link rel="stylesheet" href="../style.css">',
    tools="<nav>tools</nav>",
    foot="<span>Archive</span>",
    sprites={"icons": ICONS, "tiles/tiles": TILES},
)


def find(href: str) -> str | Without:
    """What this page links to: one player, and the list of all tournaments."""
    if href.startswith("/t/open/players/7/"):
        return "../players/7.html#s1"
    return Without.WORDS if href == "/" or ":" in href else Without.NOTHING


@pytest.fixture
def made() -> str:
    return rewritten(PAGE, find, AROUND)


def test_links_lead_where_they_are_told_and_what_leads_nowhere_is_gone(made: str) -> None:
    assert re.findall(r'<a [^>]*href="([^"]*)"', made) == ["../players/7.html#s1", "#h3"]
    assert "Seven</a>" in made
    assert "running" not in made  # an offer that no folder can keep goes with its words
    assert '<span class="brand">雀赛</span>' in made
    assert "<span>Elsewhere</span> <span>Run</span>" in made


def test_nothing_is_left_of_scripts_forms_and_the_server(made: str) -> None:
    for gone in (
        *("<script", "<form", "<button", "<input", "<template", "htmx", "http-equiv", "javascript:"),
        *("data-", "hx-", "onclick", "style=", "/static/", "https://", "alert", "Log in", "Press here"),
        *("As of 14:05", "Lunch", "a remark", "never", "hidden>"),
    ):
        assert gone not in made, gone


def test_words_stay_as_they_were_written(made: str) -> None:
    assert "<p>李小龙 &lt;b&gt; 3½\n" in made
    assert "<title>Table 1 &middot; Open &#38; Closed</title>" in made
    assert made.startswith('<!doctype html>\n<html lang="en">')
    assert "<ul><li>one</ul>" in made
    assert '<circle cx="1" cy="2" r="3" />' in made


def test_what_the_archive_adds_stands_in_its_places(made: str) -> None:
    assert '<link rel="stylesheet" href="../style.css"></head>' in made
    assert "<nav>tools</nav>" in made
    assert "<span>Quesai</span><span>Archive</span></footer>" in made


def test_symbols_stand_inside_of_the_page_with_what_they_use(made: str) -> None:
    assert '<use href="#icons-check"></use>' in made
    assert '<use href="#tiles-tiles-m1"></use>' in made
    assert made.count('<symbol id="icons-check"') == 1
    assert '<symbol id="tiles-tiles-m1"><use href="#tiles-tiles-wan"/></symbol>' in made
    assert '<path id="tiles-tiles-wan" d="M1 1"/>' in made
    assert "plum" not in made  # used by no tile of this page
    assert made.index('class="symbols"') < made.index("</body>")


def test_what_people_typed_stays_text_in_attributes_too() -> None:
    html = '<a href="/t/open/players/7/" title="&quot;&gt;&lt;script&gt;" data-x="1">x</a>'
    made = rewritten(html, find, AROUND)
    assert made == ('<a href="../players/7.html#s1" title="&quot;&gt;&lt;script&gt;">x</a>')


def test_a_card_that_is_a_link_keeps_what_is_in_it_and_a_lost_one_ends_where_it_ended() -> None:
    card = '<a class="card" href="{}"><h2>Table 1</h2><ul><li>A</li></ul></a><p>after</p>'
    assert rewritten(card.format("/t/open/players/7/"), find, AROUND).endswith(
        "<h2>Table 1</h2><ul><li>A</li></ul></a><p>after</p>"
    )
    assert rewritten(card.format("/"), find, AROUND) == (
        '<span class="card"><h2>Table 1</h2><ul><li>A</li></ul></span><p>after</p>'
    )
    assert rewritten(card.format("/hall/"), find, AROUND) == "<p>after</p>"


@pytest.mark.parametrize("name", ["icons", "tiles/tiles"])
def test_every_symbol_of_the_program_is_found_with_what_it_uses(name: str) -> None:
    svg = (ROOT / f"static/img/{name}.svg").read_text(encoding="utf-8")
    sprite: Sprite = read_sprite(name, svg)
    assert set(sprite.pieces) == set(re.findall(r'<(?:symbol|path|g) id="([\w-]+)"', svg))
    for symbol in sprite.pieces:
        inside = "".join(sprite.with_used([symbol]))
        ids = set(re.findall(r'\bid="([^"]+)"', inside))
        assert set(re.findall(r'href="#([^"]+)"', inside)) <= ids
