"""Tags of the organiser's pages."""

from typing import Any

from django import forms, template

register = template.Library()


@register.simple_tag
def cell(person: object, field: str) -> str:
    """One value of a person in a preview; who is a stand-in or a reserve is ticked."""
    value = getattr(person, field)
    if isinstance(value, bool):
        return "✓" if value else ""
    return "" if value is None else str(value)


@register.inclusion_tag("organiser/parts/unconfirmed.html")
def unconfirmed(form: forms.Form, name: str) -> dict[str, Any]:
    """The mark of a value that no primary source confirms, with a box to decide it."""
    return {"field": form[f"decided-{name}"] if f"decided-{name}" in form.fields else None}
