"""``replay --report``: logs as one page of HTML that needs nothing but itself."""

from importlib import import_module

from mjtool.errors import MissingExtraError


def verify_installed() -> None:
    """Raise MissingExtraError where no report can be written."""
    for name in ("jinja2", "markupsafe", "vl_convert"):
        try:
            import_module(name)
        except ImportError:
            raise MissingExtraError("missing_extra.report") from None
