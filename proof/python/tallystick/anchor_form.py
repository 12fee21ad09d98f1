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

STATE_PROOF = ('accountProof', 'storageProof')


def evidence_of(node):
    """Returns the members of either kind of evidence, whose lists hold nodes of the form `node`."""
    nodes = array_of(node, 1, 64)

    def is_state_proof(value):
        return isinstance(value, dict) and set(value) == set(STATE_PROOF) and all(map(nodes, value.values()))

    return {'transactionIndex': is_index, 'trieProof': nodes}, {'stateProof': is_state_proof}


def check_anchor_form(anchor, block, evidence):
    """Checks an anchor that names its block by the members `block`, with one of the kinds of `evidence`."""
    inclusion, state = evidence
    kind = {}
    if anchor.get('state') != 'submitted':
        kind = {**block, **(state if 'stateProof' in anchor else inclusion)}
    check_members(anchor, 'an anchor', {**TRANSACTION, **kind})


def has_block(anchor):
    return anchor['state'] != 'submitted'
