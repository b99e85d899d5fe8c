"""The review of a seat's play: each own decision, what could be done, what was, and what it cost.

:func:`review` takes logs as :func:`mjtool.game_log.replay` does and yields a :class:`Decision` for
each own discard, claim, kong and win, taken or passed, in the order of the logs.
"""

from mjtool.review.decision import Decision, Option
from mjtool.review.run import Reviewed, review

__all__ = ["Decision", "Option", "Reviewed", "review"]
