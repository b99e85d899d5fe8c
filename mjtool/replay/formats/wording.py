"""What the findings of foreign readers say, in English and Chinese."""

from mjtool.messages import add

add(
    {
        "F001.foreign": (
            "this cannot be read as {expected}: {found}",
            "无法读成 {expected}：{found}",
        ),
        "F002.foreign": ("there is no such action: {found}", "没有这种动作：{found}"),
        "F003.foreign": (
            "{expected} is missing, of the wrong type or out of range: {found}",
            "{expected} 缺失、类型不对或超出范围：{found}",
        ),
        "F004.foreign": ("{found} is not a tile of this set", "{found} 不是这副牌里的牌"),
        "F005.foreign": ("a hand is dealt before a game begins", "对局还没有开始就发牌"),
        "F005.again": (
            "a hand is dealt before the one before it was played",
            "上一局还没有开打又发了牌",
        ),
        "A201.again": ("this seat has won already", "这一家已经和了"),
        "F005.deal": (
            "the deal of seat {found} stands where seat {expected}'s belongs",
            "这里应是 {expected} 号位的配牌，却是 {found} 号位的",
        ),
        "T101.foreign": (
            "a deal holds more than {expected} of {found}",
            "配牌里的 {found} 超过 {expected} 张",
        ),
        "T101.walls": (
            "the walls hold {found} tiles, which is no whole set",
            "牌墙共有 {found} 张，不是一副完整的牌",
        ),
        "T106.foreign": (
            "the deal is not the beginning of this seat's wall",
            "配牌不是该家牌墙开头的牌",
        ),
        "T105.foreign": (
            "a deal of {found} tiles instead of {expected}",
            "配牌有 {found} 张，应为 {expected} 张",
        ),
        "A201.foreign": (
            "the dealer, seat {expected}, has not drawn the first tile yet",
            "庄家（{expected} 号位）还没有摸第一张牌",
        ),
        "A202.foreign": ("there is no tile to win on", "没有可以和的牌"),
        "A202.source": (
            "the claim names a discard of seat {found}, but seat {expected} discarded last",
            "鸣牌写的是 {found} 号位的弃牌，而最后打牌的是 {expected} 号位",
        ),
        "T103.foreign": (
            "the wall's next tile is {expected}, not {found}",
            "牌墙的下一张是 {expected}，不是 {found}",
        ),
    }
)
