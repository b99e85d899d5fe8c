"""Questions that tell rule files apart, as a person puts them to a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjtool.answers import ScoreAnswer
from mjtool.asking.ask import Asked, Question
from mjtool.asking.pool import Fields
from mjtool.errors import MjtoolError
from mjtool.messages import text
from mjtool.records.record import WIND_NAMES
from mjtool.render.columns import pad, width
from mjtool.render.phrases import account, worth
from mjtool.settlement import BANK


def lines(found: Asked, lang: str) -> Iterator[str]:
    """Yield each question with every file's answer, then the pairs that no hand tells apart."""
    column = max(map(width, found.files))
    for number, asked in enumerate(found.questions, 1):
        yield text("ask.number", lang, number=number, question=question(asked, lang))
        for file, answer in zip(found.files, asked.answers, strict=True):
            yield f"  {pad(file, column)}  {_answer(answer, lang)}"
    if len(found.questions) > 1:
        for a, b, numbers in found.told:
            told = text("list.comma", lang).join(map(str, numbers))
            yield text("ask.told", lang, a=a, b=b, numbers=told)
    for pair in found.alike:
        if pair.keys:
            keys = text("list.comma", lang).join(pair.keys)
            yield text("ask.alike", lang, a=pair.a, b=pair.b, keys=keys)
        else:
            yield text("ask.same", lang, a=pair.a, b=pair.b)


def question(asked: Question, lang: str) -> str:
    """Return a question in one sentence."""
    fields = asked.fields
    first = next(each for each in asked.answers if isinstance(each, ScoreAnswer))
    win = str(first.score.win)
    hand = str(first.score.hand)
    told = text("list.comma", lang).join(_circumstances(fields, lang))
    return text("ask.question", lang, hand=hand, win=win, told=told)


def _circumstances(fields: Fields, lang: str) -> Iterator[str]:
    """Yield how the hand was won, piece by piece."""
    seat = account(fields["seat"], lang)
    round_ = account(fields["round"], lang)
    events = list(fields.get("events", ()))
    if fields.get("self_drawn"):
        yield text("ask.drawn", lang)
    elif "robbing_kong" in events:
        yield text("ask.robbed", lang, seat=account(fields["from"], lang))
        events.remove("robbing_kong")
    else:
        yield text("ask.discard", lang, seat=account(fields["from"], lang))
    yield text("ask.seat", lang, seat=seat, round=round_)
    yield from (text(f"event.{event}", lang) for event in events)
    if "liable" in fields:
        yield text("ask.liable", lang, seat=account(fields["liable"], lang))
    for key in ("streak", "winner_streak"):
        if fields.get(key):
            yield text(f"ask.{key}", lang, number=fields[key])
    if fields.get("follow"):
        yield text("ask.follow", lang)
    for kong in fields.get("kongs", ()):
        key = "late" if kong.get("late") else kong["kind"]
        yield text(f"ask.kong.{key}", lang, seat=account(kong["seat"], lang))
    if "horses" in fields:
        tiles = text("list.comma", lang).join(fields["horses"])
        yield text("ask.horses" if tiles else "ask.no_horses", lang, tiles=tiles)


def _answer(answer: ScoreAnswer | MjtoolError, lang: str) -> str:
    if isinstance(answer, MjtoolError):
        return answer.message(lang)
    found, settled = answer.score, answer.settled
    if not found.won:
        return (
            text(f"label.worth.{found.reason}", lang)
            if found.reason
            else text("label.diff_no_win", lang)
        )
    told = worth(found, lang)
    if settled is None:
        return told
    names = (*WIND_NAMES, "bank")
    paid = " ".join(
        f"{account(name, lang)} {points:+}"
        for name, points in zip(names, settled.net, strict=True)
        if points or name != names[BANK]
    )
    return text("word.named", lang, name=told, detail=paid)


def cases(found: Asked) -> Iterable[dict[str, object]]:
    """Yield a regression case for each question, with the points to be filled in."""
    for number, asked in enumerate(found.questions, 1):
        fields = asked.fields
        yield {"id": f"question-{number}", "do": "score", **fields, "expect": {"points": None}}
