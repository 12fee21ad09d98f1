"""Paths from a leaf to the root of its tree."""

from tallystick.entry import parent
from tallystick.refusal import Refused


def root_of(leaf, place):
    """Returns the root that a leaf and its path lead to. `place` has `leafIndex`, `treeSize` and `path`."""
    at, size = int(place['leafIndex']), int(place['treeSize'])
    if at >= size:
        raise Refused('tree', 'leafIndex is outside the tree')
    last, rest = size - 1, [bytes.fromhex(each) for each in reversed(place['path'])]
    node = leaf
    while last:
        if at & 1 or at < last:
            if not rest:
                raise Refused('tree', 'the path is too short for the size of the tree')
            sibling = rest.pop()
            node = parent(sibling, node) if at & 1 else parent(node, sibling)
        at, last = at >> 1, last >> 1
    if rest:
        raise Refused('tree', 'the path is too long for the size of the tree')
    return node
