from django.shortcuts import get_object_or_404, render
from django.urls import path

from tests.instruments.models import Instrument


def instruments(request):
    return render(request, "instruments/list.html", {"instruments": Instrument.objects.all()})


def instrument(request, slug):
    return render(request, "instruments/list.html", {"instruments": [get_object_or_404(Instrument, slug=slug)]})


app_name = "instruments"
urlpatterns = [
    path("instruments/", instruments, name="list"),
    path("instruments/<slug:slug>/", instrument, name="detail"),
]
