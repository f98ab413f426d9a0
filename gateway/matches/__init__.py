"""Matches: people and bots at one board, kept as event logs and told live."""
