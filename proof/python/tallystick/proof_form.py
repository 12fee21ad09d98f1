"""The form of proofs."""

from tallystick.anchor_form import BLOCK, check_anchor_form, evidence_of
from tallystick.forms import (
    array_of,
    check_members,
    check_pair,
    check_version,
    hex_bytes,
    is_chain_bytes,
    is_code,
    is_hash,
    is_index,
    is_network,
    is_object,
    is_size,
    is_state,
    is_text,
    is_witness_bytes,
    matching,
    one_of,
)
from tallystick.limits import ANCHORS
from tallystick.refusal import malformed

PROOF = {
    'format': is_text,
    'version': is_index,
    'hash': matching('[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}'),
    'kind': one_of('stamp', 'file', 'change'),
    'code': is_code,
    'salt': hex_bytes(16),
    'details': is_object,
    'commitment': is_hash,
    'leafIndex': is_index,
    'treeSize': is_size,
    'path': array_of(is_hash, 0, 53),
    'root': is_hash,
    'state': is_state,
    'anchors': array_of(is_object, 1, ANCHORS),
    'witnesses': array_of(is_object, 1, ANCHORS),
    'checksum': is_hash,
}

PLACE = {'kind': is_text, 'leafIndex': is_index, 'treeSize': is_size, 'path': array_of(is_hash, 0, 53), 'root': is_hash}
WITNESSES = {
    'rfc3161': {'authority': is_network, 'token': is_witness_bytes, 'recorded': is_object},
    'opentimestamps': {'calendar': is_network, 'ots': is_witness_bytes},
    'chain': {'anchor': is_object},
}

RECORD = {name: PROOF[name] for name in ('leafIndex', 'treeSize', 'path', 'root', 'anchors')}

EVIDENCE = evidence_of(is_chain_bytes)
STATES = ['submitted', 'confirmed', 'final']


def check_proof_form(proof):
    check_version(proof, 'tallystick-proof')
    check_members(proof, 'the proof', PROOF, ('salt', 'details', 'witnesses', 'checksum'))
    check_pair(proof, 'the proof')
    if proof['kind'] != 'stamp' and len(proof['hash']) != 64:
        raise malformed('the hash of a file or change is not SHA-256')
    for anchor in proof['anchors']:
        check_anchor_form(anchor, BLOCK, EVIDENCE)
    for witness in proof.get('witnesses', []):
        check_witness_form(witness)
    if proof['state'] != max((anchor['state'] for anchor in proof['anchors']), key=STATES.index):
        raise malformed('state is not the furthest state of the anchors')


def check_witness_form(witness):
    kind = witness.get('kind')
    if not is_text(kind) or kind not in WITNESSES:
        raise malformed('a witness is of an unknown kind')
    check_members(witness, 'a witness', {**PLACE, **WITNESSES[kind]}, ('recorded',))
    if kind == 'chain':
        check_anchor_form(witness['anchor'], BLOCK, EVIDENCE)
    if 'recorded' in witness:
        check_members(witness['recorded'], 'the record of a token', RECORD)
        for anchor in witness['recorded']['anchors']:
            check_anchor_form(anchor, BLOCK, EVIDENCE)
