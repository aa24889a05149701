from django.conf.urls.i18n import i18n_patterns
from django.shortcuts import get_object_or_404, render
from django.urls import include, path

from labsite.urls import urlpatterns as site
from tests.instruments.models import Instrument


def instruments(request):
    return render(request, "instruments/list.html", {"instruments": Instrument.objects.all()})


def instrument(request, slug):
    return render(request, "instruments/list.html", {"instruments": [get_object_or_404(Instrument, slug=slug)]})


pages = [path("", instruments, name="list"), path("<slug:slug>/", instrument, name="detail")]
own = i18n_patterns(path("instruments/", include((pages, "instruments"))), prefix_default_language=False)
urlpatterns = [*own, *site]
