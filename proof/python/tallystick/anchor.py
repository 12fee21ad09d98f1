"""The checks of an anchor: its transaction, and its block."""

import datetime

from tallystick.anchor_form import STATE_PROOF
from tallystick.chains import check_block_time
from tallystick.header import read_header
from tallystick.keccak import keccak256
from tallystick.refusal import Refused
from tallystick.rlp import rlp_encode, to_bytes
from tallystick.state import anchored_at, stored_number
from tallystick.transaction import read_transaction
from tallystick.trie import trie_value

SELECTOR = bytes.fromhex('eecdf927')


def chain_value(text):
    return bytes.fromhex(text[2:])


def check_transaction(anchor, root):
    raw = chain_value(anchor['rawTransaction'])
    chain_id, to, data, signer = read_transaction(raw)
    for found, claimed, what in (
        (keccak256(raw), chain_value(anchor['transactionId']), 'has another ID'),
        (f'eip155:{chain_id}', anchor['chain'], 'is for another chain, or names none'),
        (to, chain_value(anchor['contract']), 'goes to another contract'),
        (signer, chain_value(anchor['notary']), 'is signed by another address'),
        (data, SELECTOR + bytes.fromhex(root), 'does not anchor the root'),
    ):
        if found != claimed:
            raise Refused('anchor', f'the transaction {what}')


def check_block(anchor, root, now):
    header = chain_value(anchor['header'])
    state_root, transactions_root, number, seconds = read_header(header)
    for found, claimed, what in (
        (keccak256(header), chain_value(anchor['blockHash']), 'hash'),
        (number, anchor['blockNumber'], 'number'),
        (time_text(seconds), anchor['blockTime'], 'time'),
    ):
        if found != claimed:
            raise Refused('anchor', f'the header has another {what}')
    check_block_time(anchor['chain'], anchor['blockTime'], seconds, now)
    if 'stateProof' in anchor:
        check_state(anchor, root, state_root, seconds)
    else:
        check_inclusion(anchor, transactions_root)


def check_inclusion(anchor, transactions_root):
    key = rlp_encode(to_bytes(int(anchor['transactionIndex'])))
    if trie_value(transactions_root, key, map(chain_value, anchor['trieProof'])) != chain_value(anchor['rawTransaction']):
        raise Refused('anchor', 'another transaction is at this position in the block')


def check_state(anchor, root, state_root, seconds):
    proofs = [map(chain_value, anchor['stateProof'][name]) for name in STATE_PROOF]
    slot = anchored_at(chain_value(anchor['notary']), bytes.fromhex(root))
    # The time proven is the header's. A forger's contract may hold any other.
    if stored_number(state_root, chain_value(anchor['contract']), slot, *proofs) > seconds:
        raise Refused('anchor', 'the contract recorded the root after the time of the block')


def time_text(seconds):
    """Returns the time as proofs write it, or None after the year 9999."""
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    except OverflowError:
        return None
    return moment.isoformat() + '.000Z'
