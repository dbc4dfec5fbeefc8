"""The errors that are the user's to fix: one line, no traceback, exit status 2."""


class UserError(Exception):
    """Bad input from a person. The message says what is wrong, where, and what to do."""
