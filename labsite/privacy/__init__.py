"""What is kept about people: each can take it along, and whoever asks is erased."""

from django.dispatch import Signal

erased = Signal()  # in the transaction in which somebody is, for apps to forget what else they know
