"""State proofs: what a contract's storage holds as of a block (EIP-1186)."""

from tallystick.keccak import keccak256
from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_decode, rlp_integer, rlp_list
from tallystick.trie import trie_value


def anchored_at(notary, root):
    """Returns the slot of anchoredAt[notary][root] in the Notary contract, a mapping that begins at slot 0."""
    return keccak256(root + keccak256(bytes(12) + notary + bytes(32)))


def stored_number(state_root, contract, slot, account_proof, storage_proof):
    """Returns the number in a slot, which is never 0: an empty slot is not in the trie."""
    account = rlp_list(trie_value(state_root, keccak256(contract), account_proof))
    if len(account) < 4:
        raise Refused('trie', f'an account has at least 4 items, not {len(account)}')
    number = rlp_integer(rlp_decode(trie_value(rlp_bytes(account[2], 32), keccak256(slot), storage_proof)))
    if number == 0:
        raise Refused('trie', 'the slot of the root is empty')
    return number
