from django.urls import path

from publications import views

app_name = "publications"
urlpatterns = [
    path("publications/", views.publications, name="list"),
    path("publications/years/<int:year>/", views.year, name="year"),
    path("publications/<slug:slug>/", views.publication, name="detail"),
    path("publications/<slug:slug>.bib", views.bibtex, name="bibtex"),
    path("venues/", views.venues, name="venues"),
    path("venues/<slug:slug>/", views.venue, name="venue"),
    path("talks/", views.talks, name="talks"),
]
