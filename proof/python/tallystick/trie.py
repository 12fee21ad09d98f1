"""Proofs of the Merkle-Patricia trie."""

from tallystick.keccak import keccak256
from tallystick.limits import NODE_ITEMS
from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_list


def trie_value(root, key, nodes):
    """Returns the item under `key`, to which exactly `nodes` lead from `root`."""

    def refused(message):
        return Refused('trie', f'the trie proof is wrong: {message}')

    listed = iter(nodes)

    def node_of(reference):
        if isinstance(reference, list):
            return reference
        if len(reference) != 32:
            raise refused('it ends before the key does')
        encoded = next(listed, None)
        if encoded is None or keccak256(encoded) != reference:
            raise refused('a node is missing, or not the one its parent names')
        return rlp_list(encoded, NODE_ITEMS)

    rest, node = nibbles_of(key), node_of(root)
    while True:
        if len(node) == 17:
            if not rest:
                raise refused('it goes on after the key')
            node, rest = node_of(node[rest[0]]), rest[1:]
            continue
        if len(node) != 2:
            raise refused('a node has neither 2 nor 17 items')
        path = nibbles_of(rlp_bytes(node[0]))
        flags = path[0] if path else 4
        if flags > 3 or (not flags & 1 and path[1]):
            raise refused('a path has wrong flags')
        path = path[1 if flags & 1 else 2 :]
        if rest[: len(path)] != path:
            raise refused('it leads to another key')
        rest = rest[len(path) :]
        if flags >= 2:
            break
        if not path:
            raise refused('an extension has no path')
        node = node_of(node[1])
    if rest:
        raise refused('it ends before the key does')
    value = rlp_bytes(node[1])
    if next(listed, None) is not None:
        raise refused('nodes are left over')
    return value


def nibbles_of(data):
    return [nibble for byte in data for nibble in (byte >> 4, byte & 15)]
