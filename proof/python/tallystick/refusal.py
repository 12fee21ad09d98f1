"""Refusals: the reason, and the check that found it."""

import contextlib


class Refused(Exception):
    """The evidence doesn't hold. `code` is the reason, `facts` are those of its sentence, `check` is the check that found it."""

    def __init__(self, code, detail, **facts):
        super().__init__(detail)
        self.code, self.detail, self.facts, self.check = code, detail, facts, None

    def finding(self):
        failure = {'check': self.check, 'code': self.code, 'facts': self.facts, 'detail': self.detail}
        return {'outcome': 'refused', 'sources': [], 'caveats': [], 'failure': failure}


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
