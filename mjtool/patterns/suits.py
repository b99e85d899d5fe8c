"""Patterns of suits: which tiles make up the hand."""

from __future__ import annotations

from mjtool.patterns.facts import Facts
from mjtool.patterns.registry import pattern
from mjtool.patterns.shape import all_pungs


@pattern
def half_flush(facts: Facts) -> bool:
    """混一色: one suit and honors, both present."""
    return facts.suits.bit_count() == 1 and facts.honors == 1


@pattern
def full_flush(facts: Facts) -> bool:
    """清一色: one suit and nothing else."""
    return facts.suits.bit_count() == 1 and facts.honors == 0


@pattern
def half_flush_pungs(facts: Facts) -> bool:
    """混碰: half flush and all pungs in one."""
    return half_flush(facts) and all_pungs(facts)


@pattern
def full_flush_pungs(facts: Facts) -> bool:
    """清碰: full flush and all pungs in one."""
    return full_flush(facts) and all_pungs(facts)


@pattern
def mixed_terminals(facts: Facts) -> bool:
    """混幺九: four pungs or kongs of terminals and honors, both present."""
    return all_pungs(facts) and facts.simples == 0 and facts.honors == 1 and facts.terminals == 1


@pattern
def all_terminals(facts: Facts) -> bool:
    """清幺九: four pungs or kongs of terminals only."""
    return all_pungs(facts) and facts.simples == 0 and facts.honors == 0


@pattern
def all_honors(facts: Facts) -> bool:
    """字一色: honors only; whether seven pairs of honors count is a ruling."""
    return facts.suits == 0 and (facts.is_standard or facts.options.all_honors == "any")
