"""Forms of members that documents share."""

import calendar
import math
import re

from tallystick.limits import CHAIN_BYTES, WITNESS_BYTES
from tallystick.refusal import Refused, malformed


def matching(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def hex_bytes(length):
    return matching(f'[0-9a-f]{{{2 * length}}}')


def chain_bytes(length):
    return matching(f'0x[0-9a-f]{{{2 * length}}}')


def is_index(value):
    # The sign tells -0 from 0.
    return isinstance(value, float) and math.copysign(1, value) > 0 and value < 2**53 and value.is_integer()


def is_size(value):
    return is_index(value) and value >= 1


# Ranges, as the document lists them: what Python knows of Unicode depends on its version.
CONTROLS = r'\x00-\x1f\x7f-\x9f'
SURROGATES = r'\ud800-\udfff'
SEPARATORS = r'\u2028\u2029'
FORMATS = (
    r'\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064'
    r'\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
    r'\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f'
)

TIME = re.compile(r'([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{3}Z')


def is_time(value):
    found = TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return False
    year, month, day, hour, minute, second = map(int, found.groups())
    if not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 59:
        return False
    return 1 <= day <= calendar.mdays[month] + (month == 2 and calendar.isleap(year))


def one_of(*values):
    return lambda value: isinstance(value, str) and value in values


def array_of(rule, least, most=None):
    return (
        lambda value: isinstance(value, list)
        and least <= len(value)
        and (most is None or len(value) <= most)
        and all(map(rule, value))
    )


def is_object(value):
    return isinstance(value, dict)


def is_boolean(value):
    return isinstance(value, bool)


def is_text(value):
    return isinstance(value, str)


is_hash = hex_bytes(32)
is_chain_hash = chain_bytes(32)
is_chain_digits = matching('0x[0-9a-f]+')
is_code = matching('[A-Za-z0-9_-]{1,64}')
is_state = one_of('submitted', 'confirmed', 'final')
is_block_time = matching(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.000Z')
is_network = matching(f'[^{CONTROLS}{SURROGATES}{SEPARATORS}{FORMATS}]{{1,200}}')
is_hex = matching('(?:[0-9a-f]{2})+')
is_folder_name = matching(f'[^{CONTROLS}{SURROGATES}{SEPARATORS}]{{1,255}}')
has_refused_character = re.compile(f'[{CONTROLS}{SURROGATES}\\\\]').search


def is_chain_bytes(value):
    return is_chain_digits(value) and len(value) % 2 == 0 and len(value) <= 2 + 2 * CHAIN_BYTES


def is_witness_bytes(value):
    return is_hex(value) and len(value) <= 2 * WITNESS_BYTES


def check_members(value, what, rules, optional=()):
    if not isinstance(value, dict):
        raise malformed(f'{what} is not an object')
    for name in value:
        if name not in rules:
            raise malformed(f'{what} has an unknown member')
    for name, rule in rules.items():
        if name not in value:
            if name not in optional:
                raise malformed(f'{what} lacks {name}')
        elif not rule(value[name]):
            raise malformed(f'{name} of {what} is malformed')


def check_version(document, name):
    version = document.get('version')
    if document.get('format') != name:
        raise Refused('unsupported', f'not a {name}', case='format')
    if isinstance(version, bool) or version != 1:
        raise Refused('unsupported', f'not a {name} of version 1', case='version')


def check_pair(holder, what):
    if ('salt' in holder) != ('details' in holder):
        raise malformed(f'{what} has only one of salt and details')
