"""What the findings of foreign readers say, in English and Chinese."""

from mjtool.messages import add

add(
    {
        "F001.foreign": ("this cannot be read", "这里无法读取"),
        "F002.foreign": ("there is no such action", "没有这种动作"),
        "F003.foreign": (
            "a part is missing, of the wrong type or out of range",
            "有内容缺失、类型不对或超出范围",
        ),
        "F004.foreign": ("this is not a tile of the set in play", "这不是这副牌里的牌"),
        "F005.foreign": ("a hand is dealt before a game begins", "对局还没有开始就发牌"),
        "F005.again": (
            "a hand is dealt before the one before it was played",
            "上一局还没有开打又发了牌",
        ),
        "F005.deal": ("another seat's deal belongs here", "这里应是另一家的配牌"),
        "A201.foreign": ("the dealer has not drawn the first tile yet", "庄家还没有摸第一张牌"),
        "A201.again": ("this seat has won already", "这一家已经和了"),
        "A202.foreign": ("there is no tile to win on", "没有可以和的牌"),
        "A202.source": (
            "the claim names a seat that did not discard last",
            "鸣牌所写的不是最后打牌的那一家",
        ),
        "T101.foreign": (
            "the deal holds more of this tile than the set has",
            "配牌里的这张牌比一副牌里的还多",
        ),
        "T101.walls": ("the walls are not a whole set", "牌墙不是一副完整的牌"),
        "T103.foreign": ("the drawn tile is not the wall's next", "摸到的牌不是牌墙的下一张"),
        "T105.foreign": ("the deal has the wrong size", "配牌张数不对"),
        "T106.foreign": (
            "the deal is not the beginning of this seat's wall",
            "配牌不是这一家牌墙开头的牌",
        ),
    }
)
