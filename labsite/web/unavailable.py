"""What can't be had now though there is an address for it, such as a PDF without the fonts for it."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render

from labsite.web.requests import LabRequest


class FileUnavailable(Exception):
    """Why a file can't be had: a sentence for whoever asked, which its ``template`` shows as ``words``."""

    template = "503.html"


class UnavailableMiddleware:
    """Say in words why something can't be had, wherever it was asked for."""

    def __init__(self, get_response: Callable[[LabRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: LabRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: LabRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, FileUnavailable):
            return None
        response = render(request, error.template, {"words": error}, status=503)
        response["Cache-Control"] = "no-store"
        return response
