"""Refusals: the reason, and the check that found it."""

import contextlib


class Refused(Exception):
    """The evidence doesn't hold. `code` is the reason, `check` the check that found it."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code, self.message, self.check = code, message, None

    def verdict(self):
        return {'outcome': 'refused', 'failure': {'check': self.check, 'code': self.code, 'message': self.message}}


@contextlib.contextmanager
def check(name):
    """Names the check that a refusal belongs to."""
    try:
        yield
    except Refused as refusal:
        refusal.check = name
        raise


def malformed(message):
    return Refused('malformed', message)
