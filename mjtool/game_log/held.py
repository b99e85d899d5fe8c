"""What is held back of a log's findings until one of them is whole."""

from collections.abc import Iterator
from typing import Final, Generic, TypeVar

from mjtool.game_log.accounts import Accounts
from mjtool.game_log.finding import Finding

Item = TypeVar("Item")

MOST: Final = 4096
"""How many items wait; behind so many the finding goes out as far as it is known."""


class Held(Generic[Item]):
    """Lets items pass in order; behind a finding that counts hands they wait for the last one."""

    def __init__(self) -> None:
        self.accounts: Accounts | None = None
        self._first: Finding | None = None
        self._waiting: list[Finding | Item] = []

    def hold(self, finding: Finding, accounts: Accounts) -> None:
        """Wait for the number of hands that ``finding`` stands for, which ``accounts`` counts."""
        self._first, self.accounts = finding, accounts

    def behind(self, item: Finding | Item) -> Iterator[Finding | Item]:
        """Yield ``item``, unless it has to wait."""
        if self.accounts is None:
            yield item
            return
        self._waiting.append(item)
        if len(self._waiting) >= MOST:
            yield from self.release()

    def release(self) -> Iterator[Finding | Item]:
        """Yield the finding, whole now, and what waited behind it."""
        first, accounts = self._first, self.accounts
        self._first = self.accounts = None
        if first is not None and accounts is not None:
            fault = accounts.summed_up()
            yield first if fault is None else Finding.of(first.file, first.line, fault)
        waiting, self._waiting = self._waiting, []
        yield from waiting
