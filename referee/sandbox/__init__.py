"""Walls around bots: what they may see, do and use, as far as the machine can enforce it.

This file imports nothing: the keeper of a bot starts in a bare interpreter.
"""
