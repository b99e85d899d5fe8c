"""The tables of a rule file: every key with its type, default and meaning.

Points are whole points, fan whole fan. Defaults are the values that need no ruling; the built-in
files spell out every ruling with its source.
"""

# No annotations as text here: they are read whenever the program starts, and text is compiled.
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from mjtool.wild import Order, Turned

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Factor = Annotated[int, Meta(ge=1, le=1_000_000)]
Wall = Annotated[int, Meta(ge=0, le=91)]  # no wall is longer
Horses = Annotated[int, Meta(ge=0, le=91)]  # no wall is longer
Fan = Annotated[int, Meta(ge=0, le=50)]  # points are 2 to the fan
KongKind = Literal["exposed", "added", "concealed"]
Liable = Literal["robbed", "pattern", "twelve_tiles", "kong_feeder"]
EventName = Literal[
    "kong_draw",
    "robbing_kong",
    "last_tile",
    "triple_win",
    "heavenly_hand",
    "earthly_hand",
    "human_hand",
    "kong_discard",
    "last_discard",
    "before_discard",
]
PropName = Literal[
    "great_shift",
    "swap_chosen",
    "swap_random",
    "clairvoyance",
    "clairaudience",
    "golden_finger",
    "voice",
]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a rule file."""


class PatternRule(Section, frozen=True):
    """``[patterns.<id>]``: what a pattern is called and worth; the id names its predicate."""

    name: Annotated[str, Meta(description="Chinese name")]
    name_en: Annotated[str, Meta(description="English name")] = ""
    fan: Annotated[Fan | None, Meta(description="fan, where scoring is by fan")] = None
    multiplier: Annotated[
        Factor | None,
        Meta(description="factor on the base points, where scoring is by multiplier"),
    ] = None
    outside: Annotated[
        bool, Meta(description="outside the cap: stands alone, neither capped nor added to")
    ] = False
    fallback: Annotated[bool, Meta(description="counts only where no other pattern does")] = False
    when: Annotated[
        str | None, Meta(description="an expression that says which readings show it")
    ] = None
    absorbs: Annotated[
        tuple[str, ...], Meta(description="patterns and bonuses not counted beside it 不计")
    ] = ()
    beside: Annotated[
        tuple[str, ...], Meta(description="four_wilds: patterns and bonuses that are added to it")
    ] = msgspec.field(name="with", default=())
    enabled: Annotated[bool, Meta(description="false removes the pattern in a variant")] = True


class BonusRule(Section, frozen=True):
    """``[bonuses.<id>]``: worth so much once for each time it is earned, beside the patterns."""

    name: Annotated[str, Meta(description="Chinese name")]
    name_en: Annotated[str, Meta(description="English name")] = ""
    fan: Annotated[Fan, Meta(description="fan for each time earned")] = 1
    multiplier: Annotated[
        Factor | None,
        Meta(description="factor for each time earned, where scoring is by multiplier"),
    ] = None
    times: Annotated[
        str | None, Meta(description="an expression that says how often it is earned")
    ] = None
    enabled: Annotated[bool, Meta(description="false removes the bonus in a variant")] = True


class TilesSection(Section, frozen=True):
    """``[tiles]``."""

    flowers: Annotated[
        bool | Literal["wild"],
        Meta(description="flowers, set aside and replaced; or kept in the hand as wild tiles"),
    ] = False
    flower_count: Annotated[
        Literal[4, 8], Meta(description="how many flowers there are, where there are any")
    ] = 8
    without: Annotated[
        tuple[str, ...], Meta(description="kinds that the set does not have, as in 无风")
    ] = ()


class WallSection(Section, frozen=True):
    """``[wall]``."""

    reserve: Annotated[
        Wall, Meta(description="tiles that are never drawn: a washout when so many are left 留牌")
    ] = 0


class WildSection(Section, frozen=True):
    """``[wild]``: tiles that stand for any other 鬼牌."""

    tiles: Annotated[tuple[str, ...], Meta(description="kinds that are always wild")] = ()
    indicator: Annotated[
        Turned, Meta(description="which kinds a tile turned up after the deal makes wild 翻鬼")
    ] = "none"
    order: Annotated[
        Order,
        Meta(description="what follows what: winds and dragons in one cycle, or in one each"),
    ] = "one_cycle"
    copies: Annotated[
        Literal["four", "any"],
        Meta(description="concealed tiles of a kind at most, wild ones as what they stand for"),
    ] = "four"
    discard: Annotated[bool, Meta(description="a wild tile may be thrown away")] = True
    win_on: Annotated[bool, Meta(description="a wild tile that another throws may be won on")] = (
        False
    )
    four_win: Annotated[
        Literal["no", "any_time", "before_first_discard"],
        Meta(description="four wild tiles win whatever the rest; needs patterns.four_wilds"),
    ] = "no"
    heavenly: Annotated[
        bool, Meta(description="heavenly, earthly and human hands with wild tiles count as such")
    ] = True


class ClaimsSection(Section, frozen=True):
    """``[claims]``."""

    chow: Annotated[bool, Meta(description="a discard may be claimed for a chow 吃")] = True


class FormsSection(Section, frozen=True):
    """``[forms]``: winning forms beside four sets and a pair."""

    seven_pairs: Annotated[
        Literal["no", "distinct", "quads"],
        Meta(description="seven pairs: no, of seven kinds, or four alike as two pairs"),
    ] = "no"
    thirteen_orphans: Annotated[bool, Meta(description="thirteen orphans 十三幺")] = True


class WinSection(Section, frozen=True):
    """``[win]``."""

    on_discard: Annotated[bool, Meta(description="a discard may be won on")] = True
    minimum_fan: Annotated[
        Fan, Meta(description="fan, after cap and floors, that a win needs 起和番")
    ] = 0
    minimum_points: Annotated[
        Count, Meta(description="points X, after factors, that a win needs 起和分")
    ] = 0
    events_count: Annotated[
        bool, Meta(description="events and self-draw help to reach the minimum")
    ] = True


class MultipliersSection(Section, frozen=True):
    """``[multipliers]``: how multipliers meet, and factors on X with either scoring."""

    combine: Annotated[
        Literal["max", "product", "sum"],
        Meta(description="what the multipliers of several patterns come to"),
    ] = "max"
    self_draw: Annotated[Factor, Meta(description="factor of a self-drawn win")] = 1
    kong_draw: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    robbing_kong: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    last_tile: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    triple_win: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    heavenly_hand: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    earthly_hand: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    human_hand: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    kong_discard: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    last_discard: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    before_discard: Annotated[Factor, Meta(description="factor of a win with this event")] = 1
    no_wild: Annotated[Factor, Meta(description="factor of a hand without wild tiles 无鬼加倍")] = 1
    wild_discarded: Annotated[
        Factor, Meta(description="factor for each wild tile that the winner threw away")
    ] = 1


class LimitSection(Section, frozen=True):
    """``[limit]``."""

    points: Annotated[Count, Meta(description="points X at most 封顶; 0: no limit")] = 0


class PaymentSection(Section, frozen=True):
    """``[payment]``: who pays for a win."""

    discard: Annotated[
        Literal["discarder", "discarder_for_all", "all"],
        Meta(description="who pays for a discard win: its discarder once or for all, or everyone"),
    ] = "discarder"
    discarder_factor: Annotated[
        Factor, Meta(description="factor on the discarder's share where everyone pays")
    ] = 1
    dealer_factor: Annotated[
        Factor, Meta(description="factor on what dealer and another seat pay each other")
    ] = 1


class WinnerSection(Section, frozen=True):
    """``[winner]``."""

    streak_points: Annotated[
        Count, Meta(description="more from each payer for each win in a row before 节节高")
    ] = 0


class FollowSection(Section, frozen=True):
    """``[follow]``: the first four discards are of one kind 跟庄."""

    points: Annotated[Count, Meta(description="points the dealer pays each other seat")] = 0
    on_washout: Annotated[bool, Meta(description="paid in a washout too")] = True


class HumanHandSection(Section, frozen=True):
    """``[human_hand]``."""

    window: Annotated[
        Literal["dealer_first_discard", "before_own_first_draw"],
        Meta(description="which discards can give a human hand 人和"),
    ] = "dealer_first_discard"


class EarthlyHandSection(Section, frozen=True):
    """``[earthly_hand]``."""

    kong_cancels: Annotated[
        bool, Meta(description="a concealed kong by anyone ends the chance of 地和")
    ] = True


class KongSection(Section, frozen=True):
    """``[kong]``: when a kong may be made and what it earns by itself."""

    needs_wall: Annotated[bool, Meta(description="a kong needs a tile left to draw")] = True
    pay_on_washout: Annotated[bool, Meta(description="kongs are paid in a washout too")] = True
    exposed: Annotated[Count, Meta(description="points from the feeder of an exposed kong")] = 0
    added: Annotated[Count, Meta(description="points from each other seat for an added kong")] = 0
    concealed: Annotated[
        Count, Meta(description="points from each other seat for a concealed kong")
    ] = 0
    added_late: Annotated[
        Count | None,
        Meta(description="the same for an added kong of a tile not just drawn; as added if unset"),
    ] = None
    paid: Annotated[
        Literal["always", "winner"],
        Meta(description="whose kongs are paid: everyone's, or the winners' only"),
    ] = "always"


class RobSection(Section, frozen=True):
    """``[rob]``: robbing a kong 抢杠."""

    kinds: Annotated[
        tuple[KongKind, ...],
        Meta(description="kinds of kong that can be robbed, but for one of the own discard"),
    ] = ("added",)
    own_fed_pung: Annotated[
        bool, Meta(description="the seat that fed the pung may rob the kong made of it")
    ] = True
    self_drawn: Annotated[
        bool, Meta(description="a robbed kong counts as self-drawn; the robbed seat pays for all")
    ] = True
    pays: Annotated[
        Literal["all", "one"] | None,
        Meta(description="the robbed seat pays three shares, or as a discarder; by self_drawn"),
    ] = None


class LiabilitySection(Section, frozen=True):
    """``[liability]``: who pays a self-draw for all, 包自摸."""

    pattern: Annotated[
        dict[Literal["big_three_dragons", "big_four_winds"], bool],
        Meta(description="patterns whose last set makes its feeder liable"),
    ] = {}
    twelve_tiles: Annotated[
        bool | tuple[str, ...],
        Meta(
            description="who feeds the fourth exposed set is liable 十二张落地, always or for these"
        ),
    ] = False
    kong_feeder: Annotated[
        bool, Meta(description="a kong draw after an exposed kong is paid by its feeder")
    ] = False
    concealed_kong_counts: Annotated[bool, Meta(description="concealed kongs count as shown")] = (
        False
    )
    order: Annotated[
        tuple[Liable, ...], Meta(description="which liability counts where several fit")
    ] = ("robbed", "pattern", "twelve_tiles", "kong_feeder")


class DealerSection(Section, frozen=True):
    """``[dealer]``: who deals next."""

    after_win: Annotated[
        Literal["stays_if_won", "winner"],
        Meta(description="the dealer stays after winning, else the next seat; or the winner deals"),
    ] = "stays_if_won"
    after_washout: Annotated[
        Literal["stays", "next"], Meta(description="who deals after a washout")
    ] = "stays"
    after_several_wins: Annotated[
        Literal["as_one", "discarder"],
        Meta(
            description="several winners: by after_win, the nearest first, or the discarder deals"
        ),
    ] = "as_one"
    streak_points: Annotated[
        Count,
        Meta(description="more between dealer and another for each hand the deal stayed 连庄"),
    ] = 0


class RoundsSection(Section, frozen=True):
    """``[rounds]``."""

    winds: Annotated[bool, Meta(description="the rules count round winds")] = True


class FeeSection(Section, frozen=True):
    """``[fee]``."""

    on_washout: Annotated[bool, Meta(description="the room's fee is taken in a washout too")] = True


class EscapeSection(Section, frozen=True):
    """``[escape]``: a seat leaves the game, 逃跑."""

    points: Annotated[Count, Meta(description="points the seat loses to the bank")] = 8
    compensation: Annotated[
        Count, Meta(description="points each other seat gets from the bank")
    ] = 0


class HorsesSection(Section, frozen=True):
    """``[horses]``: horses bought by the dealer 买马, or turned up by the winner 奖马."""

    owner: Annotated[
        Literal["dealer", "winner"], Meta(description="who has horses: 买马 or 奖马")
    ] = "dealer"
    first: Annotated[Horses, Meta(description="horses in the first hand of a deal streak")] = 0
    step: Annotated[Horses, Meta(description="more horses in each hand the deal stays")] = 0
    most: Annotated[Horses, Meta(description="horses at most; 0: no horses")] = 0
    funding: Annotated[
        Literal["bank", "mirror"],
        Meta(description="who stands for a horse: the bank, or those who paid its seat"),
    ] = "bank"
    honors: Annotated[
        tuple[str, ...], Meta(description="honors in the order in which they point at seats")
    ] = ("1z", "2z", "3z", "4z", "7z", "6z", "5z")
    groups: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Meta(description="ranks and honors that point at the seat counted from, the next, ..."),
    ] = None
    count: Annotated[Horses, Meta(description="tiles the winner turns up")] = 0
    no_wild: Annotated[Horses, Meta(description="more of them without wild tiles")] = 0
    source: Annotated[
        Literal["front", "tail"],
        Meta(description="the winner's horses are the tiles to be drawn next, or the last ones"),
    ] = msgspec.field(name="from", default="front")
    when: Annotated[
        Literal["self_draw", "win"], Meta(description="after which wins the winner has horses")
    ] = "self_draw"
    counted_from: Annotated[
        Literal["dealer", "winner"], Meta(description="the seat that the first group points at")
    ] = "dealer"
    worth: Annotated[
        Literal["points", "x", "number"],
        Meta(description="a hit is worth points, or X; or each horse its number 爆炸马"),
    ] = "points"
    points: Annotated[Count, Meta(description="points of a hit, or for each number")] = 1
    honor_number: Annotated[Count, Meta(description="the number of an honor")] = 10
    none_left: Annotated[
        Literal["nothing", "all_hit"],
        Meta(description="what counts where no tile is left to turn up"),
    ] = "nothing"


class PropsSection(Section, frozen=True):
    """``[props]``: the props 道具 of the QQ game."""

    allowed: Annotated[tuple[PropName, ...], Meta(description="props a log may hold")] = ()
