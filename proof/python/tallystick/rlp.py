"""RLP in its canonical form: an item is bytes, or a list of items."""

import itertools

from tallystick.limits import RLP_DEPTH, RLP_ITEMS
from tallystick.refusal import Refused


def rlp_refused(message):
    return Refused('rlp', f'the RLP is wrong: {message}')


def rlp_decode(data, items_max=RLP_ITEMS):
    """Decodes exactly one item in its canonical form, with at most `items_max` in it and its lists."""
    numbers = itertools.count(1)

    def check_number():
        if next(numbers) > items_max:
            raise rlp_refused(f'there are more than {items_max} items')

    item, end = rlp_item(data, 0, 0, check_number)
    if end != len(data):
        raise rlp_refused('bytes are left over')
    return item


def rlp_item(data, at, depth, check_number):
    check_number()
    if depth > RLP_DEPTH:
        raise rlp_refused(f'an item is inside more than {RLP_DEPTH} lists')
    if at >= len(data):
        raise rlp_refused('bytes are missing')
    first = data[at]
    if first < 0x80:
        return data[at : at + 1], at + 1
    is_list = first >= 0xC0
    length = first - (0xC0 if is_list else 0x80)
    start = at + 1
    if length > 55:
        size = length - 55
        if start + size > len(data):
            raise rlp_refused('bytes are missing')
        length = int.from_bytes(data[start : start + size], 'big')
        if data[start] == 0 or length <= 55:
            raise rlp_refused('a length is not in its shortest form')
        start += size
    end = start + length
    if end > len(data):
        raise rlp_refused('bytes are missing')
    if not is_list:
        if length == 1 and data[start] < 0x80:
            raise rlp_refused('a byte is not in its shortest form')
        return data[start:end], end
    items = []
    while start < end:
        item, start = rlp_item(data, start, depth + 1, check_number)
        items.append(item)
    if start != end:
        raise rlp_refused('an item is longer than its list')
    return items, end


def rlp_list(data, items_max=RLP_ITEMS):
    item = rlp_decode(data, items_max)
    if not isinstance(item, list):
        raise rlp_refused('bytes are not a list')
    return item


def rlp_bytes(item, *lengths):
    """Returns the item, which must be bytes, of one of `lengths` if any are given."""
    if not isinstance(item, bytes):
        raise rlp_refused('a list is not bytes')
    if lengths and len(item) not in lengths:
        raise rlp_refused('an item has another length')
    return item


def rlp_integer(item):
    if len(rlp_bytes(item)) > 32 or item[:1] == b'\0':
        raise rlp_refused('an integer is too long, or has leading zeros')
    return int.from_bytes(item, 'big')


def rlp_encode(item):
    if isinstance(item, list):
        body = b''.join(map(rlp_encode, item))
        return rlp_head(0xC0, len(body)) + body
    return item if len(item) == 1 and item[0] < 0x80 else rlp_head(0x80, len(item)) + item


def rlp_head(base, length):
    if length <= 55:
        return bytes([base + length])
    size = to_bytes(length)
    return bytes([base + 55 + len(size)]) + size


def to_bytes(number):
    return number.to_bytes((number.bit_length() + 7) // 8, 'big')
