"""Bots to play against and to learn from, one folder each."""
