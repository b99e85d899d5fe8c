"""Whole logs reviewed: files and folders in, decisions and what they come to out."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, BinaryIO, Final

from mjtool.arguments import whole_of
from mjtool.errors import RequestError
from mjtool.game_log import Counts, Finding, Plan, Unread
from mjtool.game_log.audit import Audit
from mjtool.game_log.run import PLAIN, Logs, replay
from mjtool.game_log.story import See
from mjtool.outputs import Identity
from mjtool.records import review as records
from mjtool.review.decision import KINDS_OF_DECISION, Decision, Kind, Order
from mjtool.review.watcher import Watcher

MOST: Final = 18
"""How many own draws the figures look ahead at most."""


class Reviewer:
    """Looks on while logs are replayed; :attr:`decisions` are those of ``seat`` in all of them."""

    def __init__(self, seat: int, order: Order = "value", most: int = MOST) -> None:
        if whole_of("seat", seat) not in range(4):
            raise RequestError.no_choice("seat", ("0", "1", "2", "3"), str(seat))
        if order not in ("value", "win"):
            raise RequestError.no_choice("order", ("value", "win"), order)
        self.seat = seat
        self._order = order
        self._most = most
        self.decisions: list[Decision] = []

    def watch(self, file: str, audit: Audit) -> See:
        """Return what looks on while ``audit`` replays the log ``file``."""
        return Watcher(file, audit, self.seat, self._order, self._most, self.decisions).see

    def worst_first(self) -> list[Decision]:
        """Return the decisions by what they cost, the worst first."""
        return sorted(self.decisions, key=lambda decision: decision.badness)


class Reviewed:
    """What reviewed decisions came to: how many of each kind, and what they cost together."""

    def __init__(self, seat: int, decisions: list[Decision], counts: Counts) -> None:
        self.seat = seat
        self.decisions = decisions
        self.counts = counts

    def kinds(self) -> dict[Kind, records.KindSummary]:
        """Return how many decisions there were of each kind, and their costs."""
        out: dict[Kind, records.KindSummary] = {}
        for kind in KINDS_OF_DECISION:
            found = [each for each in self.decisions if each.kind == kind]
            out[kind] = records.KindSummary(
                decisions=len(found),
                best=sum(each.is_best for each in found),
                win_rate=round(sum(each.win_cost or 0.0 for each in found), 9) + 0.0,
                value=round(sum(each.value_cost or 0.0 for each in found), 9) + 0.0,
            )
        return out

    def record(self) -> records.ReviewSummary:
        """Return the counts as JSON output tells them."""
        return records.ReviewSummary(
            summary=records.ReviewCounts(
                seat=self.seat,
                decisions=len(self.decisions),
                kinds=self.kinds(),
                logs=self.counts.record(),
            )
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain tables, named as in JSON output."""
        return self.record().to_dict()


Item = Decision | Finding | Unread | Reviewed
"""What a review yields: faults and logs not read, decisions worst first, and what they came to."""


def review(  # noqa: PLR0913
    logs: Logs,
    seat: int,
    plan: Plan = PLAIN,
    *,
    order: Order = "value",
    most: int = MOST,
    stdin: BinaryIO | None = None,
    passing: Container[Identity] = (),
) -> Iterator[Item]:
    """Yield the decisions of ``seat`` in ``logs``, the worst first, behind the faults of the logs.

    ``order`` says which figure ranks the options, ``most`` how many own draws are looked ahead.
    What cannot be followed is passed over, as replay does; :class:`Reviewed` is the last item.
    """
    reviewer, counts = Reviewer(seat, order, most), Counts()
    for item in replay(logs, plan, stdin=stdin, passing=passing, watch=reviewer.watch):
        if isinstance(item, Counts):
            counts.add(item)
        elif isinstance(item, Finding | Unread):
            yield item
    yield from reviewer.worst_first()
    yield Reviewed(seat, reviewer.decisions, counts)
