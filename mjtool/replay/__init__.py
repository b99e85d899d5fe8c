"""Game logs replayed: events in, state and findings out, one pass."""
