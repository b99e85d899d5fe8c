"""The rule model: a rule set as the loader hands it on, each key with its type and meaning.

The structs are the schema: the loader, ``rules schema`` and docs/rules.md all read them.
"""

# No annotations as text here: they are read whenever the program starts, and text is compiled.
from functools import cached_property
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from mjtool import messages
from mjtool.expressions import Program
from mjtool.patterns import Options
from mjtool.rules.define import absorbing_order, defined
from mjtool.rules.sections import (
    BonusRule,
    ClaimsSection,
    Count,
    DealerSection,
    EarthlyHandSection,
    EscapeSection,
    EventName,
    Fan,
    FeeSection,
    FollowSection,
    FormsSection,
    HorsesSection,
    HumanHandSection,
    KongKind,
    KongSection,
    LiabilitySection,
    LimitSection,
    MultipliersSection,
    PatternRule,
    PaymentSection,
    PropName,
    PropsSection,
    RobSection,
    RoundsSection,
    TilesSection,
    WallSection,
    WildSection,
    WinnerSection,
    WinSection,
)
from mjtool.stock import Stock
from mjtool.tiles import KINDS, NAMES, TILES
from mjtool.wild import NO_WILDS, Wilds, indicated

__all__ = ["BonusRule", "EventName", "KongKind", "PatternRule", "PropName", "RuleSet"]


_ORPHANS: Final = frozenset(tile for tile in TILES if tile.is_honor or tile.is_terminal)


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A rule set, resolved: nothing extends anything any more."""

    name: Annotated[str, Meta(description="Chinese name")]
    name_en: Annotated[str, Meta(description="English name")] = ""
    scoring: Annotated[
        Literal["fan", "multiplier"],
        Meta(description="points are 2 to the fan, or the base times multipliers"),
    ]
    base: Annotated[Count, Meta(description="points of a hand without fan or multiplier")] = 1
    value: Annotated[
        Literal["double", "linear", "table"] | None,
        Meta(description="what fan are worth: base times 2 to the fan, base times fan, or points"),
    ] = None
    points: Annotated[
        tuple[Count, ...], Meta(description="points X of 0, 1, 2 ... fan where value is a table")
    ] = ()
    cap: Annotated[
        Fan | None, Meta(description="fan at which patterns inside the cap stop adding up")
    ] = None
    multiple_wins: Annotated[
        Literal["all", "nearest"], Meta(description="who wins where several can on one tile")
    ] = "all"
    missed_win: Annotated[
        Literal["same_tile", "all_tiles", "not_more", "off"],
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
    wall: WallSection = WallSection()
    wild: WildSection = WildSection()
    claims: ClaimsSection = ClaimsSection()
    forms: FormsSection = FormsSection()
    win: WinSection = WinSection()
    limit: LimitSection = LimitSection()
    payment: PaymentSection = PaymentSection()
    multipliers: MultipliersSection = MultipliersSection()
    human_hand: HumanHandSection = HumanHandSection()
    earthly_hand: EarthlyHandSection = EarthlyHandSection()
    kong: KongSection = KongSection()
    rob: RobSection = RobSection()
    liability: LiabilitySection = LiabilitySection()
    dealer: DealerSection = DealerSection()
    winner: WinnerSection = WinnerSection()
    follow: FollowSection = FollowSection()
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
        if self.forms.seven_pairs == "distinct" and len(self.stock.kinds) < 7:
            pairs = 0
        orphans = self.forms.thirteen_orphans and not self.stock.lacks & _ORPHANS
        return 1 | (2 if orphans else 0) | pairs

    @cached_property
    def stock(self) -> Stock:
        """The tiles of the set."""
        return Stock.of(self.tiles.without, self.tiles.flower_count if self.tiles.flowers else 0)

    @cached_property
    def wilds(self) -> Wilds:
        """The tiles that are wild: as the file says itself, or those of :meth:`playing`.

        Where the rules turn up an indicator the file alone does not tell them.
        """
        found = Wilds(self._always_wild, known=self.wild.indicator == "none")
        return NO_WILDS if found == NO_WILDS else found  # the value itself is asked for often

    @cached_property
    def _always_wild(self) -> tuple[int, ...]:
        flowers = range(KINDS, KINDS + self.stock.flowers)
        kinds = sorted(NAMES.index(name) for name in self.wild.tiles)
        return (*kinds, *(flowers if self.tiles.flowers == "wild" else ()))

    @property
    def sets_flowers_aside(self) -> bool:
        """Whether flowers are set aside and replaced; as wild tiles they stay in the hand."""
        return self.tiles.flowers is True

    def turned_up(self, indicator: int) -> "RuleSet":
        """Return the rules of a hand of play for which this tile was turned up."""
        wild = self.wild
        kinds = indicated(wild.indicator, wild.order, indicator, self.stock.lacks)
        return self.playing(Wilds(tuple(sorted({*kinds, *self._always_wild})), indicator))

    def playing(self, wilds: Wilds) -> "RuleSet":
        """Return the rules of a hand of play in which these tiles are wild; each is kept.

        The file has no key for them, so that they are none of the fields.
        """
        if wilds == self.wilds:
            return self
        found: RuleSet | None = self.memo.get(wilds)
        if found is None:
            found = msgspec.structs.replace(self)
            # What was made of the file before, verdicts too, holds whatever is wild.
            found.__dict__.update(program=self.program, stock=self.stock, wilds=wilds)
            found.memo["judges"] = self.memo.setdefault("judges", {})
            self.memo[wilds] = found
        return found

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

    @cached_property
    def absorbing(self) -> tuple[str, ...]:
        """The enabled patterns that absorb others, each behind those that absorb it."""
        return absorbing_order(self.patterns)

    @cached_property
    def program(self) -> Program | None:
        """What the file defines itself, ready to be judged; None where that is nothing."""
        return defined(self.patterns, self.bonuses)

    @cached_property
    def lists_all(self) -> bool:
        """Whether every pattern that any reading shows is listed: only the best one counts."""
        return self.scoring == "multiplier" and self.multipliers.combine == "max"

    @cached_property
    def factors(self) -> dict[str, int]:
        """The factors on X above 1: of events by name, of wild tiles, and of self-draws by fan.

        Where scoring is by multiplier the self-draw is part of the multiplier.
        """
        names = [*get_args(EventName), "no_wild", "wild_discarded"]
        names += ["self_draw"] * (self.scoring == "fan")
        table = {name: getattr(self.multipliers, name) for name in names}
        return {name: factor for name, factor in table.items() if factor > 1}

    def label(self, key: str, lang: str = "zh") -> str:
        """Return the name of a pattern or bonus in ``lang``; its id where it has none."""
        labels = self._labels.get(lang)
        if labels is None:
            tables: dict[str, Any] = {**self.patterns, **self.bonuses}
            labels = self._labels[lang] = {
                id: messages.name_of(rule.name, rule.name_en or id, lang)
                for id, rule in tables.items()
            }
        return labels.get(key, key)

    @cached_property
    def _labels(self) -> dict[str, dict[str, str]]:
        """The names of patterns and bonuses by language, of each that was asked for."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the resolved rules as plain tables, as they would stand in a TOML file."""
        table: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        del table["id"]
        return {key: value for key, value in table.items() if value is not None}
