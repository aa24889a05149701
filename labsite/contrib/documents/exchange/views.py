"""The files at the addresses of a member, for those who write their curriculum vitae with other programs."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.rendercv import rendercv_yaml
from labsite.contrib.documents.models.cv import members_with_cv
from labsite.web.head import Site
from labsite.web.previews import at_its_address
from labsite.web.requests import LabRequest
from people.models import Person


def file_of(write: Callable[[Person, str], str], media_type: str) -> Callable[..., HttpResponse]:
    """Return the view of a file of each of them, which takes their slug."""

    @at_its_address(members_with_cv)
    def view(request: LabRequest, person: Any) -> HttpResponse:
        return HttpResponse(write(person, Site(request).root), content_type=media_type)

    return view


resume = file_of(json_resume, "application/json")
rendercv = file_of(rendercv_yaml, "application/yaml; charset=utf-8")
