from typing import Any

from labsite.web.requests import LabRequest


def lab(request: LabRequest) -> dict[str, Any]:
    """Give every template the lab's row as ``lab``."""
    return {"lab": request.lab}
