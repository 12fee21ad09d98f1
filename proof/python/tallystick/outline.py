"""The outline of JSON, measured before a parser builds values from it. Works on all bytes at once, for speed."""

from array import array
from itertools import accumulate

from tallystick.limits import DEPTH, VALUE_BYTES

OPENING, CLOSING = b'[{', b']}'
SEPARATORS = b',:' + OPENING + CLOSING
TO_COMMAS = bytes.maketrans(SEPARATORS, b',' * len(SEPARATORS))
# One level up or down, as signed bytes.
TO_STEPS = bytes.maketrans(OPENING + CLOSING, b'\x01\x01\xff\xff')
NOT_BRACKETS = bytes(set(range(256)) - set(OPENING + CLOSING))


def count_values(data, values_max):
    """Returns the number of values in JSON. Whether it is JSON is left to the parser.

    @raises ValueError when it exceeds a limit
    """
    outline = without_texts(data, values_max)
    opened = outline.count(b'[') + outline.count(b'{')
    values = outline.count(b',') + opened
    if values > values_max:
        raise ValueError(f'it has more than {values_max} values')
    if outline.count(b']') + outline.count(b'}') != opened:
        raise ValueError('its brackets do not match')
    steps = array('b', outline.translate(TO_STEPS, NOT_BRACKETS))
    if max(accumulate(steps), default=0) > DEPTH:
        raise ValueError(f'it is nested more than {DEPTH} deep')
    check_lengths(outline.translate(TO_COMMAS))
    return values


def without_texts(data, values_max):
    """Returns JSON of the same length with all texts, and their quotation marks, blanked."""
    plain = data.replace(rb'\\', b'__').replace(rb'\"', b'__')
    # Each value has a name at most, and two quotation marks for either.
    if plain.count(b'"') > 4 * values_max + 2:
        raise ValueError(f'it has more than {values_max} values')
    pieces = plain.split(b'"')
    pieces[1::2] = [b'_' * len(text) for text in pieces[1::2]]
    return b'_'.join(pieces)


def check_lengths(outline):
    """Refuses too many bytes between two commas."""
    start = 0
    while start + VALUE_BYTES < len(outline):
        # The last one in reach: those before it are closer together.
        comma = outline.rfind(b',', start, start + VALUE_BYTES + 1)
        if comma < 0:
            raise ValueError(f'it has a value of more than {VALUE_BYTES} bytes')
        start = comma + 1
