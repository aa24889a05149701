"""The ways of someone who has no mouse."""

import pytest

MAX_NUMBER = 250  # presses of a key


def reach(page, target, key="Tab"):
    """Press a key until the focus is on what a locator finds; over its parts, as of a date, it may take several."""
    element = target.element_handle()
    for _ in range(MAX_NUMBER):
        if element.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} leads past it: {target}")


def press(page, target, key="Tab"):
    """Go to a button or a link, press it, and wait for the page that it leads to."""
    reach(page, target, key)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def write(page, target, text):
    """Go to a field and put a text in the place of what it holds."""
    reach(page, target)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)
