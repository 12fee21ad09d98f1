"""Signed transactions, as blocks hold them."""

from tallystick.keccak import keccak256
from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_encode, rlp_integer, rlp_list, to_bytes
from tallystick.secp256k1 import N, recover


# By type: the number of items, and the place of the recipient, which value and input follow.
LEGACY = 'legacy'
LAYOUTS = {LEGACY: (9, 3), 1: (11, 4), 2: (12, 5), 3: (14, 5), 4: (13, 5)}


def read_transaction(raw):
    """Returns chain ID (None before EIP-155), recipient, input and signer of a signed transaction."""

    def refused(message):
        return Refused('transaction', f'not a transaction that a block can hold: {message}')

    kind = LEGACY if raw[0] >= 0xC0 else raw[0]
    if kind not in LAYOUTS:
        raise refused(f'its type {kind} is unknown')
    items = rlp_list(raw if kind == LEGACY else raw[1:])
    # The form in which nodes send blobs: the items that a block holds, then blobs, commitments and proofs.
    with_blobs = kind == 3 and items != [] and isinstance(items[0], list)
    if with_blobs:
        if len(items) not in (4, 5):
            raise refused('its chain ID is a list')
        items = items[0]
    count, recipient = LAYOUTS[kind]
    if len(items) != count:
        raise refused(f'it has {len(items)} items, not {count}')
    if kind != LEGACY:
        chain_id, nonce, odd = rlp_integer(items[0]), items[1], items[-3]
        signed = raw[:1] + rlp_encode(items[:-3])
    else:
        v = rlp_integer(items[6])
        if v < 35 and v not in (27, 28):
            raise refused('its signature has a wrong v')
        nonce, odd = items[0], to_bytes((v - 35) % 2 if v >= 35 else v - 27)
        chain_id = (v - 35) // 2 if v >= 35 else None
        signed = rlp_encode(items[:6] + ([] if chain_id is None else [to_bytes(chain_id), b'', b'']))
    rlp_integer(nonce)
    to, value, data = items[recipient : recipient + 3]
    rlp_bytes(to, 0, 20)
    rlp_integer(value)
    rlp_bytes(data)
    parity = rlp_integer(odd)
    if parity > 1:
        raise refused('its signature has a wrong parity')
    s = rlp_integer(items[-1])
    if s > N // 2:
        raise refused('s of its signature is in the upper half')
    r = rlp_integer(items[-2])
    signer = recover(keccak256(signed), r, s, parity)
    if signer is None:
        raise refused('its signature is invalid')
    if with_blobs:
        raise Refused('anchor', 'the transaction is encoded as nodes send it, not as blocks hold it')
    return chain_id, to, data, signer
