"""Findings: what a log check reports, each with its place and one sentence in each language."""

from typing import Final

from msgspec import Struct

from mjtool.messages import add, text
from mjtool.replay.events import Fault

CODES: Final = (
    *("F001", "F002", "F003", "F004", "F005", "F006"),
    *("T101", "T102", "T103", "T104", "T105", "T106"),
    *("A201", "A202", "A203", "A204", "A205"),
    *("W301", "W302", "W303", "W304", "W305"),
    *("D401", "D402", "D403"),
    *("S501", "S502", "S503", "S504", "S505", "S506", "S507", "S508", "S509"),
    "P601",
)
"""Every code there is; codes never change meaning."""


class Finding(Struct, frozen=True, gc=False):
    """One fault of a log: its file and line, its code, the seat, what was expected and found."""

    file: str
    line: int
    code: str
    key: str
    seat: int | None = None
    expected: object = None
    found: object = None

    @classmethod
    def of(cls, file: str, line: int, fault: Fault) -> "Finding":
        """Return ``fault`` as a finding of ``line``."""
        expected, found = _printable(fault.expected), _printable(fault.found)
        return cls(file, line, fault.code, fault.key, fault.seat, expected, found)

    def message(self, lang: str = "en") -> str:
        """Return why this is a fault, in one sentence."""
        data = {"seat": self.seat, "expected": show(self.expected), "found": show(self.found)}
        return text(self.key, lang, **data)

    def told(self, lang: str = "en") -> str:
        """Return the message with the seat, the expected and the found value behind it."""
        seat, expected, found = (
            ("座位", "应为", "实为") if lang == "zh" else ("seat", "expected", "found")
        )
        parts = [
            f"{name} {show(value)}"
            for name, value in ((seat, self.seat), (expected, self.expected), (found, self.found))
            if value is not None
        ]
        return self.message(lang) + (f" ({', '.join(parts)})" if parts else "")

    def line_text(self, lang: str = "en") -> str:
        """Return ``FILE:LINE: CODE message`` with the seat, the expected and the found value."""
        return f"{self.file}:{self.line}: {self.code} {self.told(lang)}"

    def as_json(self, lang: str = "en") -> dict[str, object]:
        """Return the finding as it stands in JSON output."""
        return {
            "file": self.file,
            "line": self.line,
            "code": self.code,
            "seat": self.seat,
            "message": self.message(lang),
            "expected": self.expected,
            "found": self.found,
        }


def _printable(value: object) -> object:
    """Return ``value`` with text that any output can carry: no half of a surrogate pair."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list | tuple):
        return [_printable(each) for each in value]
    return value


def show(value: object) -> str:
    """Return ``value`` as a message shows it: lists without quotes, on one line, cut where long."""
    if isinstance(value, str):
        shown = value
    elif isinstance(value, list | tuple):
        shown = " ".join(map(str, value)) or "-"
    else:
        shown = "-" if value is None else str(value)
    shown = shown if len(shown) <= 120 else shown[:117] + "..."
    return shown if shown.isprintable() else "".join(map(_visible, shown))


def _visible(char: str) -> str:
    return char if char.isprintable() else "\ufffd"


add(
    {
        "F001": ("the line is not a JSON object", "这一行不是 JSON 对象"),
        "F001.long": ("the line is longer than any event", "这一行比任何事件都长"),
        "F001.stream": ("the file cannot be read any further", "文件从这里起无法读取"),
        "F002": ("there is no event of this type", "没有这种类型的事件"),
        "F003": (
            "a field is missing, of the wrong type or out of range",
            "有字段缺失、类型不对或超出范围",
        ),
        "F003.chow": ("these three tiles make no chow", "这三张牌不成顺子"),
        "F003.rules": ("these rules cannot be loaded", "无法载入这套规则"),
        "F004": ("this is not a tile of the set in play", "这不是这副牌里的牌"),
        "F005": ("this event is outside its place", "这个事件出现在不该出现的地方"),
        "F005.no_game": ("no game has started", "对局还没有开始"),
        "F005.no_hand": ("no hand is being played", "没有正在打的一局"),
        "F005.over": ("the game is over", "对局已经结束"),
        "F005.in_hand": ("the hand before has not ended", "上一局还没有结束"),
        "F005.in_game": ("the game before has not ended", "上一场还没有结束"),
        "F005.decided": ("the hand is decided and must be settled now", "这一局已分胜负，应当结算"),
        "F005.undecided": (
            "nobody has won or left and the wall is not used up",
            "没有人和牌或逃跑，牌也没有摸完",
        ),
        "F005.escaped": ("the game ends with the hand of an escape", "有人逃跑，对局随这一局结束"),
        "F006": ("the file ends inside a hand or a game", "文件在一局或一场中间结束"),
        "T101": ("there are more of this tile than the set has", "这张牌比一副牌里的还多"),
        "T101.set": (
            "the deal and the wall together are not the whole set",
            "配牌与牌墙合起来不是一副完整的牌",
        ),
        "T102": ("the seat does not hold the tiles this takes", "手里没有所需要的牌"),
        "T102.pung": ("the seat has no pung of this tile to add to", "没有可以加杠的碰"),
        "T103": ("the drawn tile is not the wall's next", "摸到的牌不是牌墙的下一张"),
        "T103.tail": ("the replacement is not the wall's last tile", "补的牌不是牌墙尾的一张"),
        "T104": ("no tile is left to draw", "没有牌可摸了"),
        "T104.kong": ("no tile is left to replace a kong", "没有牌可以补杠了"),
        "T105": ("the deal has the wrong size", "配牌张数不对"),
        "T106": (
            "the deal does not follow from the dice and the built wall",
            "配牌与骰子和砌好的牌墙不符",
        ),
        "T106.wall": (
            "the wall does not follow from the dice and the built wall",
            "牌墙与骰子和砌好的牌墙不符",
        ),
        "T106.built": ("the built walls have the wrong size", "砌好的牌墙张数不对"),
        "A201": ("it is not this seat's turn", "没有轮到这一家"),
        "A201.draw": ("this seat cannot draw now", "这一家现在不能摸牌"),
        "A201.claim": ("no discard is there to be claimed", "没有可以要的弃牌"),
        "A201.own": ("a seat cannot claim its own discard", "不能要自己打出的牌"),
        "A201.claimed": (
            "after a chow or pung only a discard may follow",
            "吃碰之后只能打牌",
        ),
        "A201.replacement": ("the replacement must be drawn first", "应当先补牌"),
        "A201.win": ("the seat has drawn no tile to win on", "这一家没有摸到可以和的牌"),
        "A201.washout": ("the last tile is not discarded yet", "最后一张还没有打出"),
        "A202": ("this is not the tile that was discarded", "这不是刚打出的那张牌"),
        "A202.drawn": ("this is not the tile that was drawn", "这不是刚摸到的那张牌"),
        "A202.robbed": ("this is not the tile of the kong", "这不是杠的那张牌"),
        "A202.from": ("the tile comes from another seat", "这张牌是别家的"),
        "A203": ("only the next seat may chow", "只有下家可以吃"),
        "A204": ("these rules have no such action", "这套规则没有这种动作"),
        "A205": ("tiles are left to draw", "还有牌可摸"),
        "A205.missing": ("the wall is used up and no washout is logged", "牌已摸完却没有流局记录"),
        "W301": ("the hand is not complete", "这手牌没有和"),
        "W302": ("these rules do not allow winning on a discard", "这套规则不能点炮和"),
        "W303": ("the seat let this tile go and has not moved since", "漏胡：放过之后还没有动过"),
        "W304": ("this kong cannot be robbed", "这个杠不能抢"),
        "W305": ("the rules allow no such further winner", "规则不允许再有这样的和牌"),
        "W305.order": ("the winners are out of turn order", "和牌的次序不对"),
        "D401": ("another seat deals", "不该这一家坐庄"),
        "D402": ("this is not the round wind", "圈风不对"),
        "D403": ("this is not the number of horses", "买马的数目不对"),
        "S501": ("the fan count differs", "番数不对"),
        "S502": ("the points of the win are not right", "这次和牌的分数不对"),
        "S503": ("these are not the patterns", "番种不对"),
        "S504": ("the payments are not right", "各家收付不对"),
        "S505": ("the coins are not right", "各家欢乐豆不对"),
        "S506": ("the running scores are not right", "累计分数不对"),
        "S507": ("another seat is liable", "包赔的不是这一家"),
        "S508": ("the horses are not the wall's", "马牌与牌墙不符"),
        "S509": ("the winners are not those that won", "和牌的人不对"),
        "P601": ("the prop has no place here", "这时不能用这个道具"),
        "P601.out": ("the seat does not hold the tile it swaps out", "换出的牌不在手里"),
        "P601.in": ("the tile swapped in is not in the wall", "换入的牌不在牌墙里"),
        "P601.next": ("this is not the wall's next tile", "这不是牌墙的下一张"),
    }
)
