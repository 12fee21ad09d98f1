"""Block headers."""

from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_integer, rlp_list

INTEGER = 'integer'
# Of the items that all chains share, from the parent's hash to the time. What follows differs between chains and forks.
LENGTHS = (32, 32, 20, 32, 32, 32, 256, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER)
ITEMS_LEAST = 15


def read_header(header):
    """Returns stateRoot, transactionsRoot, number and time."""
    items = rlp_list(header)
    if len(items) < ITEMS_LEAST:
        raise Refused('header', f'a block header has at least {ITEMS_LEAST} items, not {len(items)}')
    for item, length in zip(items, LENGTHS):
        if length == INTEGER:
            rlp_integer(item)
        else:
            rlp_bytes(item, length)
    for item in items[len(LENGTHS) :]:
        rlp_bytes(item)
    number, seconds = rlp_integer(items[8]), rlp_integer(items[11])
    if max(number, seconds) >= 2**53:
        raise Refused('header', 'the block number or the block time is out of range')
    return items[3], items[4], number, seconds
