"""The organiser's certificates: what they say and show."""

from __future__ import annotations

import io
import warnings

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from PIL import Image

from tournament.models import CertificateTemplate, Tournament
from tournament.models.certificate import FIELD, FIELDS
from tournament.refusals import Refused
from tournament.wording import listed

from .base import log_action, writing

MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 16_000_000
SIDE = 1200  # pixels; enough for a print of ten centimetres
LENGTHS = {"title": 100, "body": 1000, "signatures": 400}
MOST_SIGNATURES = 4
PICTURES = ("logo", "seal")


def save_certificate(
    tournament: Tournament, texts: dict[str, str], pictures: dict[str, bytes | None], by: User
) -> CertificateTemplate:
    """Set `title`, `body` and `signatures`; of `logo` and `seal` those that are given. b"" takes a picture away.

    Refused for unknown words in braces, too much text, and for what is no picture.
    """
    values: dict[str, object] = {key: _text(key, texts.get(key, "")) for key in LENGTHS}
    _refuse_unknown_fields(str(values["body"]))
    for key in PICTURES:
        given = pictures.get(key)
        if given is not None:
            values[key] = picture(key, given) if given else b""
    with writing(tournament) as locked:
        saved, _is_new = CertificateTemplate.objects.update_or_create(tournament=locked, defaults=values)
        locked.leaves_standings = True
        log_action(locked, "certificates_changed", by)
    return saved


def picture(field: str, data: bytes) -> bytes:
    """A picture as a PNG of its own: nothing of the file that was uploaded is kept but what one sees."""
    if len(data) > MOST_BYTES:
        raise Refused("picture", _("The picture is larger than 2 MB. Make it smaller."), field=field)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        if opened.width * opened.height > MOST_PIXELS:
            raise Refused(
                "picture", _("The picture has more than 16 million pixels. Make it smaller."), field=field
            )
        image = opened.convert("RGBA" if opened.mode in ("RGBA", "LA", "P") else "RGB")
        image.thumbnail((SIDE, SIDE))
        out = io.BytesIO()
        image.save(out, "PNG")
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as error:
        text = _("This is no picture that can be read. Take a PNG or JPEG file.")
        raise Refused("picture", text, field=field) from error
    return out.getvalue()


def _text(key: str, typed: str) -> str:
    text = typed.replace("\r\n", "\n").strip()
    if len(text) > LENGTHS[key]:
        text = _("More than %(n)s characters. Shorten it.") % {"n": LENGTHS[key]}
        raise Refused("too_long", text, field=key)
    if key == "signatures" and len(text.splitlines()) > MOST_SIGNATURES:
        raise Refused("signatures", _("At most %(n)s can sign.") % {"n": MOST_SIGNATURES}, field=key)
    return text


def _refuse_unknown_fields(body: str) -> None:
    unknown = [found for found in FIELD.findall(body) if found not in FIELDS]
    if unknown:
        text = _("{%(unknown)s} means nothing here. Known are: %(known)s.")
        known = listed(f"{{{field}}}" for field in FIELDS)
        raise Refused("unknown_field", text % {"unknown": unknown[0][:40], "known": known}, field="body")
