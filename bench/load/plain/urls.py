"""The addresses of the program, and the plain page."""

from django.urls import path

from config.urls import urlpatterns as program
from load.plain.views import standings

urlpatterns = [path("plain/<slug:slug>/", standings), *program]
