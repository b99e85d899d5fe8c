"""What every output holds: a typed record each, from which JSON and its schema follow."""
