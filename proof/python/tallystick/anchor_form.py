"""The form of anchors, which proofs and manifests share."""

from tallystick.forms import (
    array_of,
    chain_bytes,
    check_members,
    is_block_time,
    is_boolean,
    is_chain_bytes,
    is_chain_hash,
    is_index,
    is_network,
    is_state,
    matching,
)
from tallystick.refusal import malformed

TRANSACTION = {
    'chain': matching('eip155:[1-9][0-9]{0,31}'),
    'network': is_network,
    'private': is_boolean,
    'contract': chain_bytes(20),
    'notary': chain_bytes(20),
    'transactionId': is_chain_hash,
    'rawTransaction': is_chain_bytes,
    'state': is_state,
}

BLOCK = {
    'header': is_chain_bytes,
    'blockHash': is_chain_hash,
    'blockNumber': is_index,
    'blockTime': is_block_time,
}

INCLUSION = {'transactionIndex': is_index, 'trieProof': array_of(is_chain_bytes, 1, 64), **BLOCK}


def check_anchor_form(anchor, inclusion):
    optional = inclusion if anchor.get('state') == 'submitted' else ()
    check_members(anchor, 'an anchor', {**TRANSACTION, **inclusion}, optional)
    if optional and any(name in anchor for name in inclusion):
        raise malformed('an anchor in no block names one')


def has_block(anchor):
    return anchor['state'] != 'submitted'
