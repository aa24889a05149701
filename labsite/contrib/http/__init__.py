"""Asking machines outside: only public ones, politely, one step of a redirect at a time, and giving up in time."""
