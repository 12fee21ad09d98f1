"""Signed transactions, as blocks hold them."""

from tallystick.keccak import keccak256
from tallystick.refusal import Refused
from tallystick.rlp import rlp_bytes, rlp_encode, rlp_integer, rlp_list, to_bytes
from tallystick.secp256k1 import N, recover


# By type: the number of items, and the place of the recipient, which value and input follow.
LAYOUTS = {1: (11, 4), 2: (12, 5), 3: (14, 5), 4: (13, 5)}


def read_transaction(raw):
    """Returns chain ID (None before EIP-155), recipient, input and signer of a signed transaction."""

    def refused(message):
        return Refused('transaction', f'not a transaction that a block can hold: {message}')

    kind = 0 if raw[0] >= 0xC0 else raw[0]
    if kind and kind not in LAYOUTS:
        raise refused(f'its type {kind} is unknown')
    items = rlp_list(raw[1:] if kind else raw)
    if kind == 3 and items and isinstance(items[0], list):
        raise Refused('anchor', 'the transaction is not encoded as blocks hold it')
    count, recipient = LAYOUTS.get(kind, (9, 3))
    if len(items) != count:
        raise refused(f'it has {len(items)} items, not {count}')
    if kind:
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
    parity, s, r = rlp_integer(odd), rlp_integer(items[-1]), rlp_integer(items[-2])
    if parity > 1 or s > N // 2:
        raise refused('its signature is not in the one form that blocks hold')
    signer = recover(keccak256(signed), r, s, parity)
    if signer is None:
        raise refused('its signature is invalid')
    return chain_id, to, data, signer
