"""What the site says to machines: its rows as plain JSON values, one module for each kind of thing.

A builder takes rows fetched beforehand and ``absolute``, which makes a path an address with its host. It asks the
database nothing more, gives every field of its kind whether or not there is a value, and translates nothing.
"""
