"""People who answer on the page, with whatever is offered there: an attack, if one is."""

from __future__ import annotations

from playwright.sync_api import Page

_LENGTH = "Number(document.querySelector('#scrubber input[type=range]').max)"

_PICK = """() => {
  const sure = document.querySelector('[data-sure=yes]');
  if (sure) return void sure.click();
  const buttons = [...document.querySelectorAll('#question [data-option]')];
  const done = document.querySelector('#question .done');
  if (done) {
    const free = buttons.filter((each) => each.getAttribute('aria-pressed') === 'false');
    if (done.disabled) free[0].click(); else done.click();
    return;
  }
  const doing = buttons.filter((each) => each.dataset.option !== 'end');
  const wanted = doing.filter((each) => each.dataset.option.startsWith('attack'));
  (wanted[0] ?? doing[0] ?? buttons[0])?.click();
}"""
"""Picks something where a question is open to this page, and confirms it where the page asks."""

PACE = 50
"""Milliseconds between two picks: a person is slower still."""


def length(page: Page) -> int:
    """Returns the number of the last fact that the page knows of."""
    return int(page.evaluate(_LENGTH))


def shows(page: Page, seq: int) -> None:
    """Waits until the page knows of fact *seq*."""
    page.wait_for_function(f"seq => {_LENGTH} >= seq", arg=seq)


def answers(page: Page, seq: int) -> None:
    """Lets the page answer what is asked after fact *seq*; returns once it shows what followed."""
    page.wait_for_function(f"seq => {_LENGTH} > seq || ({_PICK})()", arg=seq, polling=PACE)
