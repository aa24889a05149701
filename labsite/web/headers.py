"""Response headers that Django 5.2 does not set; SECURE_CSP is written as Django 6 reads it."""

from django.conf import settings


class PolicyHeadersMiddleware:
    """Send the Content-Security-Policy and the Permissions-Policy, except where a view has set its own."""

    def __init__(self, get_response):
        self.get_response = get_response
        self.policies = {
            "Content-Security-Policy": content_security_policy(settings.SECURE_CSP),
            "Permissions-Policy": permissions_policy(settings.PERMISSIONS_POLICY),
        }

    def __call__(self, request):
        response = self.get_response(request)
        for name, policy in self.policies.items():
            response.headers.setdefault(name, policy)
        return response


def content_security_policy(directives):
    """Write {directive: [sources]} as a header, https://www.w3.org/TR/CSP3/."""
    return "; ".join(" ".join([directive, *sources]) for directive, sources in directives.items())


def permissions_policy(features):
    """Write {feature: [origins]} as a header, https://www.w3.org/TR/permissions-policy/."""
    return ", ".join(f"{feature}=({' '.join(origins)})" for feature, origins in features.items())
