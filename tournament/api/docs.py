"""The schema of the API and its page, under the same strict policy as every other page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


def finish_schema(result: dict[str, Any], **_generator: Any) -> dict[str, Any]:
    """Say in the schema what the bodies do: they have no keys but their own. Give each operation its short name."""
    for path in result["paths"].values():
        for operation in path.values():
            operation["summary"] = operation["operationId"].replace("_", " ").capitalize()
    for name, component in result["components"]["schemas"].items():
        if name.endswith("Body"):
            component["additionalProperties"] = False
    return result


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema, as YAML or with ?format=json as JSON."""


class DocsView(SpectacularSwaggerSplitView):
    """The schema as a page on which everything can be tried."""

    url_name = "api:schema"
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """The page, or with ?script its script."""
        self.title = _("Quesai API")
        response: Response = super().get(request, *args, **kwargs)
        if isinstance(response.data, dict):
            response.data["language"] = get_language()
        return response
