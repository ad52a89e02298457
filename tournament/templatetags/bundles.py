"""The tag of static files that go together: one link where they were joined when collected, else one for each."""

from django import template
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def bundle(name: str) -> SafeString:
    """`{% bundle "css/every-page.css" %}`: its style sheets or scripts; config/static.py says which those are."""
    joined = getattr(staticfiles_storage, "joins_bundles", False) and not settings.DEBUG
    files = (name,) if joined else apps.get_app_config("staticfiles").bundles[name]  # type: ignore[attr-defined]
    link = (
        '<script type="module" src="{}"></script>'
        if name.endswith(".js")
        else '<link rel="stylesheet" href="{}">'
    )
    return format_html_join("\n  ", link, ((static(file),) for file in files))
