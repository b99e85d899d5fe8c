"""Views: the same result objects as text for people, JSON, and the formats that CI reads."""
