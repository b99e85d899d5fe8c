"""What a replay yields, as text for people, JSON Lines, annotations and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mjtool.errors import MjtoolError
from mjtool.game_log import Counts, Finding, HandRow, Item, Unread, WinRow, Worth
from mjtool.messages import on_one_line
from mjtool.messages import text as message
from mjtool.records.logs import SummaryRecord, TableRecord
from mjtool.records.record import encode
from mjtool.render import github
from mjtool.render.columns import width
from mjtool.render.look import PLAIN, Look
from mjtool.render.phrases import account, limit_of
from mjtool.rules.kept import current_rules

BAR: Final = " | "
"""Stands between what happened and its points."""


class Tally:
    """Adds up counts and logs not read, as items stream through."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.unread: list[Unread] = []

    def count(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield what is to be shown of ``items``, counted."""
        for item in items:
            if isinstance(item, Counts):
                self.counts.add(item)
                continue
            if isinstance(item, Unread):
                self.unread.append(item)
            yield item


def text_lines(items: Iterable[Item], tally: Tally, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield a line an item, then the summary."""
    return look.fit(_text_lines(items, tally, lang, look))


def _text_lines(items: Iterable[Item], tally: Tally, lang: str, look: Look) -> Iterator[str]:
    for item in tally.count(items):
        if isinstance(item, Finding):
            place, told = f"{on_one_line(item.file)}:{item.line}:", item.told(lang)
            yield f"{place} {look.alarm(item.code)} {told}"
        elif isinstance(item, HandRow):
            line = hand_line(item, lang, look)
            if width(line) > look.columns > 0:
                line, *more = line.split(BAR)
                yield from (line, "  " + BAR.join(more))
            else:
                yield line
        elif isinstance(item, Worth):
            yield item.line_text(lang)
    counts = tally.counts
    summary = [message("label.replay_summary", lang, **counts.to_dict()), *remarks(tally, lang)]
    yield message("list.semicolon", lang).join(summary)


def remarks(tally: Tally, lang: str) -> Iterator[str]:
    """Yield what else a result has to tell once all is counted: that wins were not judged."""
    if tally.counts.unjudged:
        yield message("label.not_judged", lang, games=tally.counts.unjudged)


def json_lines(items: Iterable[Item], tally: Tally, lang: str) -> Iterator[str]:
    """Yield an object an item, then the summary."""
    for item in tally.count(items):
        if isinstance(item, HandRow):
            yield encode(TableRecord(table=item.record(lang))).decode()
        elif isinstance(item, Finding | Worth | Unread):
            yield encode(item.record(lang)).decode()
    yield encode(SummaryRecord(summary=tally.counts.record())).decode()


def github_lines(items: Iterable[Item], tally: Tally, lang: str) -> Iterator[str]:
    """Yield a workflow command a finding, and a notice where wins were not judged."""
    for item in tally.count(items):
        if isinstance(item, Finding):
            yield github.annotation(item.file, item.line, item.code, item.told(lang))
        elif isinstance(item, Unread):
            yield github.annotation(item.file, 1, "unreadable", item.error.message(lang))
    for remark in remarks(tally, lang):
        yield github.notice(remark)


def junit_report(items: Iterable[Item], tally: Tally, lang: str) -> str:
    """Return the XML of a replay: a case for each log, a failure for each finding."""
    from mjtool.render import junit  # noqa: PLC0415  # only who asks for the format pays for it

    junit.verify_installed()
    problems: dict[str, list[junit.Problem]] = {}
    told: dict[str, str] = {}
    for item in items:
        if isinstance(item, Finding):
            problem = junit.Problem(item.code, item.message(lang), item.line_text(lang))
            problems.setdefault(item.file, []).append(problem)
        elif isinstance(item, Unread):
            tally.unread.append(item)
            error = junit.Problem(item.error.code, item.error.message(lang), is_error=True)
            problems.setdefault(item.file, []).append(error)
        elif isinstance(item, Counts):
            tally.counts.add(item)
            problems.setdefault(item.file, [])
            if item.unjudged:
                told[item.file] = message("label.not_judged", lang, games=item.unjudged)
    return junit.report(
        junit.Case("replay", log, tuple(found), told.get(log, ""))
        for log, found in problems.items()
    )


def hand_line(row: HandRow, lang: str, look: Look = PLAIN) -> str:
    """Return one hand: who won with what, the points, the running totals."""
    if row.wins:
        outcome = message("list.semicolon", lang).join(_win(win, row, lang) for win in row.wins)
    else:
        outcome = message(f"label.replay_{row.ended}", lang, source=row.source)
    round_wind = "-" if row.round is None else account(row.round, lang)
    data = {"game": row.game, "hand": row.number, "dealer": row.dealer, "round": round_wind}
    line = message("label.replay_hand", lang, outcome=look.bold(outcome), **data)
    points = message("label.replay_unknown", lang)
    if row.points is not None:
        points = " ".join(f"{each:+d}" if each else "0" for each in row.points)
    place = f"{on_one_line(row.file)}:{row.line}:"
    line = f"{place} {line}{BAR}{message('label.replay_points', lang)} {points}"
    if row.scores is None:
        return line
    return f"{line}{BAR}{message('label.replay_scores', lang)} {' '.join(map(str, row.scores))}"


def _win(win: WinRow, row: HandRow, lang: str) -> str:
    parts = [message(f"label.replay_{row.ended}", lang, seat=win.seat, source=row.source)]
    parts += [_label(row.rules, each.id, lang) for each in win.patterns]
    if win.fan is not None:
        limit = limit_of(win.capped, win.lifted_by, win.fan, lang)
        parts.append(message("label.replay_fan", lang, fan=win.fan) + limit)
    points = win.points if win.points is not None else win.logged_points
    if points is not None:
        parts.append(message("label.replay_each", lang, points=points))
    return " ".join(parts)


def _label(rules: str, pattern: str, lang: str) -> str:
    try:
        return current_rules(rules).label(pattern, lang)
    except MjtoolError:
        return pattern
