"""Parts of a page that stay what they are: made once for each language and for the values that they are given.

    {% load kept %}{% kept n=number waits=waits %}… {{ n }} …{% endkept %}

Inside nothing is known but these values, so nothing that is shown can depend on anything else: not on who reads, not on
what a page has beside. They are plain values or frozen objects, which say all of themselves when they are compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from threading import Lock
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
# About a kilobyte each: what the tables of a full hall have at one time.
AT_MOST = 8_000
_made: dict[Hashable, SafeString] = {}
_guard = Lock()


class Kept(Node):
    """The part between the tags; another place in a template is another part, whatever its values."""

    def __init__(self, values: Mapping[str, FilterExpression], inside: NodeList) -> None:
        self.values, self.nodelist = values, inside

    def render(self, context: Context) -> SafeString:
        given = {name: value.resolve(context) for name, value in self.values.items()}
        # 1 and True are equal, and look different.
        typed = tuple((type(value), value) for value in given.values())
        key = (self, get_language(), static_files(), context.autoescape, typed)
        made = _made.get(key)
        if made is None:
            made = self.nodelist.render(context.new(given))
            with _guard:
                _made[key] = made
                while len(_made) > AT_MOST:
                    del _made[next(iter(_made))]
        return made


def static_files() -> Any:
    """What knows the addresses of pictures, where something that is kept holds any."""
    return getattr(staticfiles_storage, "_wrapped", None)


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """A part that depends on the values named here, and on the language."""
    words = token.split_contents()[1:]
    values = token_kwargs(words, parser)
    if words:
        raise template.TemplateSyntaxError("kept takes values with names, as in n=number")
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(values, inside)
