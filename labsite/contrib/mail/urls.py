from django.urls import URLPattern, URLResolver, path

from labsite.accounts.urls import guard
from labsite.contrib.mail import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/mails/", views.choices, name="mail-choices"),
    path("account/mails/off/<str:token>/", views.unsubscribe, name="mail-unsubscribe"),
    path("account/mails/found/<str:token>/", views.found_papers, name="mail-found"),
]

guard(urlpatterns)
