"""The rule model: every key a rule file may have, with its type, default and meaning.

The structs are the schema: the loader, ``rules schema`` and docs/rules.md all read them. Points
are whole points, fan whole fan. Defaults are the values that need no ruling; the built-in files
spell out every ruling with its source.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from mjtool.patterns import Options

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Factor = Annotated[int, Meta(ge=1, le=1_000_000)]
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
    enabled: Annotated[bool, Meta(description="false removes the pattern in a variant")] = True


class BonusRule(Section, frozen=True):
    """``[bonuses.<id>]``: fan added to patterns inside the cap, once for each time earned."""

    name: Annotated[str, Meta(description="Chinese name")]
    name_en: Annotated[str, Meta(description="English name")] = ""
    fan: Annotated[Fan, Meta(description="fan for each time earned")] = 1
    enabled: Annotated[bool, Meta(description="false removes the bonus in a variant")] = True


class TilesSection(Section, frozen=True):
    """``[tiles]``."""

    flowers: Annotated[bool, Meta(description="144 tiles, flowers set aside and replaced")] = False


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


class MultipliersSection(Section, frozen=True):
    """``[multipliers]``: factors on the base where scoring is by multiplier."""

    self_draw: Annotated[Factor, Meta(description="factor of a self-drawn win")] = 1


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


class RobSection(Section, frozen=True):
    """``[rob]``: robbing a kong 抢杠."""

    kinds: Annotated[tuple[KongKind, ...], Meta(description="kinds of kong that can be robbed")] = (
        "added",
    )
    own_fed_pung: Annotated[
        bool, Meta(description="the seat that fed the pung may rob the kong made of it")
    ] = True
    self_drawn: Annotated[
        bool, Meta(description="a robbed kong counts as self-drawn; the robbed seat pays for all")
    ] = True


class LiabilitySection(Section, frozen=True):
    """``[liability]``: who pays a self-draw for all, 包自摸."""

    pattern: Annotated[
        dict[Literal["big_three_dragons", "big_four_winds"], bool],
        Meta(description="patterns whose last set makes its feeder liable"),
    ] = {}
    twelve_tiles: Annotated[
        bool, Meta(description="the feeder of the fourth exposed set is liable 十二张落地")
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
    """``[horses]``: horses 买马 bought by the dealer."""

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


class PropsSection(Section, frozen=True):
    """``[props]``: the props 道具 of the QQ game."""

    allowed: Annotated[tuple[PropName, ...], Meta(description="props a log may hold")] = ()


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A rule set, resolved: nothing extends anything any more."""

    name: Annotated[str, Meta(description="Chinese name")]
    name_en: Annotated[str, Meta(description="English name")] = ""
    scoring: Annotated[
        Literal["fan", "multiplier"],
        Meta(description="points are 2 to the fan, or the base times multipliers"),
    ]
    base: Annotated[Count, Meta(description="points of a hand without fan or multiplier")] = 1
    cap: Annotated[
        Fan | None, Meta(description="fan at which patterns inside the cap stop adding up")
    ] = None
    multiple_wins: Annotated[
        Literal["all", "nearest"], Meta(description="who wins where several can on one tile")
    ] = "all"
    missed_win: Annotated[
        Literal["same_tile", "all_tiles", "off"],
        Meta(description="what a seat that let a tile go may not win on until it moves 漏胡"),
    ] = "same_tile"
    kong_chain: Annotated[
        Literal["first_feeder", "last_only"],
        Meta(description="whose kong counts where kongs follow each other unbroken"),
    ] = "first_feeder"
    nine_gates: Annotated[
        Literal["pure", "loose"],
        Meta(description="nine gates by the 13 tiles before the win, or by the 14 with it"),
    ] = "pure"
    all_honors: Annotated[
        Literal["sets", "any"], Meta(description="all honors by four sets only, or in any form")
    ] = "sets"
    tiles: TilesSection = TilesSection()
    claims: ClaimsSection = ClaimsSection()
    forms: FormsSection = FormsSection()
    win: WinSection = WinSection()
    multipliers: MultipliersSection = MultipliersSection()
    human_hand: HumanHandSection = HumanHandSection()
    earthly_hand: EarthlyHandSection = EarthlyHandSection()
    kong: KongSection = KongSection()
    rob: RobSection = RobSection()
    liability: LiabilitySection = LiabilitySection()
    dealer: DealerSection = DealerSection()
    rounds: RoundsSection = RoundsSection()
    fee: FeeSection = FeeSection()
    escape: EscapeSection = EscapeSection()
    horses: HorsesSection = HorsesSection()
    props: PropsSection = PropsSection()
    floor: Annotated[
        dict[EventName, Fan], Meta(description="events that lift a hand to so many fan")
    ] = {}
    patterns: Annotated[
        dict[str, PatternRule], Meta(description="patterns in the order that breaks ties")
    ]
    bonuses: dict[str, BonusRule] = {}
    id: Annotated[str, Meta(description="the built-in's name, or the file as it was given")] = ""

    def __repr__(self) -> str:
        return f"<RuleSet {self.id}>"

    @cached_property
    def form_mask(self) -> int:
        """The winning forms as the kernel's bits: 1 standard, 2 orphans, 4 or 8 seven pairs."""
        pairs = {"no": 0, "distinct": 4, "quads": 8}[self.forms.seven_pairs]
        return 1 | (2 if self.forms.thirteen_orphans else 0) | pairs

    @cached_property
    def options(self) -> Options:
        """The rulings that predicates read."""
        return Options(nine_gates=self.nine_gates, all_honors=self.all_honors)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Verdicts found before under these rules; scoring's own, empty at first."""
        return {}

    @cached_property
    def counted(self) -> tuple[tuple[str, PatternRule], ...]:
        """The enabled patterns in order of the rule file."""
        return tuple((key, rule) for key, rule in self.patterns.items() if rule.enabled)

    @cached_property
    def earned(self) -> tuple[tuple[str, BonusRule], ...]:
        """The enabled bonuses in order of the rule file."""
        return tuple((key, rule) for key, rule in self.bonuses.items() if rule.enabled)

    def label(self, key: str, lang: str = "zh") -> str:
        """Return the name of a pattern or bonus in ``lang``; its id where it has none."""
        return self._labels[lang == "en"].get(key, key)

    @cached_property
    def _labels(self) -> tuple[dict[str, str], dict[str, str]]:
        """The names of patterns and bonuses, Chinese and English."""
        tables: dict[str, Any] = {**self.patterns, **self.bonuses}
        return (
            {key: rule.name for key, rule in tables.items()},
            {key: rule.name_en or key for key, rule in tables.items()},
        )

    def as_table(self) -> dict[str, Any]:
        """Return the resolved rules as plain tables, as they would stand in a TOML file."""
        table = msgspec.to_builtins(self)
        del table["id"]
        return {key: value for key, value in table.items() if value is not None}
