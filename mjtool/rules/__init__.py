"""Rule sets: values and rulings as data, read from TOML and nothing else."""

from __future__ import annotations

from mjtool.rules.load import BUILTINS, load_rules
from mjtool.rules.model import RuleSet

__all__ = ["BUILTINS", "RuleSet", "load_rules"]
