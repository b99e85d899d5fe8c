"""Every winning hand, gathered by what rules can tell apart, and two rule sets compared on them."""
