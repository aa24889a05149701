import threading

NAMES = ("import ", "undo ", "merge ")


def join_jobs():
    """Wait until what was begun in the background is over."""
    for thread in threading.enumerate():
        if thread.name.startswith(NAMES):
            thread.join(timeout=600)
