"""What apps that a lab can leave out hear of, in the transaction in which it happens."""

from django.dispatch import Signal

left = Signal()  # with the person who left the lab, and by whom it was noted
language_used = Signal()  # with the login that uses the site in another language than before, and its code
