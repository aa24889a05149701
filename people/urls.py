from django.urls import path

from people import profile, views

app_name = "people"
urlpatterns = [
    path("people/", views.people, name="list"),
    path("people/<slug:slug>/", profile.person, name="detail"),
    path("awards/", views.awards, name="awards"),
]
