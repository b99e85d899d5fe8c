"""Every reason to pay is known wherever payments are told or counted."""

from mjtool.impact.counting import OTHERS, WINS
from mjtool.messages import texts
from mjtool.render.explain import RULINGS

REASONS = {key.partition(".")[2] for key in texts("en") if key.startswith("reason.")}
OUTSIDE_HANDS = {"escape", "compensation"}
"""What logs have and no single hand: told by ``replay`` and its report, and no key of a score."""


def test_every_reason_is_counted_in_what_a_change_does():
    assert WINS | set(OTHERS) == REASONS


def test_every_reason_that_is_no_win_tells_its_key():
    assert set(RULINGS) - WINS == REASONS - WINS - OUTSIDE_HANDS
