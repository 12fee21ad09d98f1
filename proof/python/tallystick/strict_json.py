"""JSON that has one meaning for every reader, and its canonical form (RFC 8785)."""

import json
import math
import re
from codecs import BOM_UTF8

from tallystick.outline import count_values
from tallystick.refusal import Refused, malformed

has_lone_surrogate = re.compile(r'[\ud800-\udfff]').search
written = json.JSONEncoder(ensure_ascii=False).encode


def read_json(data, values_max):
    """Returns the value that `data` (UTF-8 bytes) holds, and the number of values in it. All numbers are doubles."""
    try:
        data = data[len(BOM_UTF8) :] if data.startswith(BOM_UTF8) else data
        values = count_values(data, values_max)
        value = json.loads(
            data.decode('utf-8'),
            parse_int=float,
            parse_float=float,
            parse_constant=not_json,
            object_pairs_hook=without_duplicates,
        )
    except ValueError as error:
        raise malformed(f'the evidence is not JSON in UTF-8, or too much of it: {error}') from None
    return value, values


def not_json(name):
    raise ValueError(f'{name} is not JSON')


def without_duplicates(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError('a member appears twice')
    return members


def canonical(value):
    """Returns the RFC 8785 form."""
    if value is None:
        return 'null'
    if value is True:
        return 'true'
    if value is False:
        return 'false'
    if isinstance(value, float):
        return ecmascript_number(value)
    if isinstance(value, str):
        return canonical_text(value)
    if isinstance(value, list):
        return '[' + ','.join(map(canonical, value)) + ']'
    names = sorted(value, key=utf16)
    return '{' + ','.join(canonical_text(name) + ':' + canonical(value[name]) for name in names) + '}'


def canonical_text(text):
    if has_lone_surrogate(text):
        raise Refused('not-canonical-json', 'a text has half a character')
    return written(text)


def utf16(text):
    """Returns UTF-16 code units, whose order is that of canonical JSON and of manifests."""
    return text.encode('utf-16-be', 'surrogatepass')


def ecmascript_number(value):
    if math.isinf(value):
        raise Refused('not-canonical-json', 'a number is too large')
    if value == 0:
        return '0'
    sign = '-' if value < 0 else ''
    # The shortest digits that give the same double: as in ECMAScript, only written differently.
    mantissa, exponent = f'{abs(value)!r}e0'.split('e')[:2]
    whole, _, fraction = mantissa.partition('.')
    digits = (whole + fraction).lstrip('0')
    point = int(exponent) + len(whole) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip('0')
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + '0' * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + '.' + digits[point:]
    if -6 < point <= 0:
        return sign + '0.' + '0' * -point + digits
    tail = '.' + digits[1:] if count > 1 else ''
    return f'{sign}{digits[0]}{tail}e{point - 1:+d}'
