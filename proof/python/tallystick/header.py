"""Block headers."""

from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_integer, rlp_list

INTEGER = 'integer'
BYTES = 'bytes'
# Hash of the parent to requests hash (Prague). All items but the first 15 may be missing from the end.
HEADER = (
    *(32, 32, 20, 32, 32, 32, 256, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, BYTES, 32, 8),
    *(INTEGER, 32, INTEGER, INTEGER, 32, 32),
)
HEADER_ITEMS_LEAST = 15


def read_header(header):
    """Returns stateRoot, transactionsRoot, number and time."""
    items = rlp_list(header)
    if len(items) < HEADER_ITEMS_LEAST:
        raise Refused('header', f'a block header has at least {HEADER_ITEMS_LEAST} items, not {len(items)}')
    for index, item in enumerate(items):
        width = HEADER[index] if index < len(HEADER) else BYTES
        if width == INTEGER:
            rlp_integer(item)
        elif width == BYTES:
            rlp_bytes(item)
        else:
            rlp_bytes(item, width)
    number, seconds = rlp_integer(items[8]), rlp_integer(items[11])
    if max(number, seconds) >= 2**53:
        raise Refused('header', 'the block number or the block time is out of range')
    return items[3], items[4], number, seconds
