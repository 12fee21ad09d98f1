"""Proofs: their checks, in order."""

import time

from tallystick.anchor import check_block, check_transaction
from tallystick.anchor_form import has_block
from tallystick.entry import check_checksum, check_code, commitment_of, leaf_of, parent
from tallystick.proof_form import check_proof_form
from tallystick.refusal import Refused, check
from tallystick.verdict import judge_proof


def verify_proof(proof, digest=None, block_hash=None, now=None):
    """Verifies a parsed proof. Returns the verdict. @raises Refused at the first failure.

    `digest` is the file's hash in hex, `block_hash` one the reader has from elsewhere, `now` seconds since 1970.
    """
    now = time.time() if now is None else now
    with check('format'):
        check_proof_form(proof)
    with check('checksum'):
        check_checksum(proof)
    with check('digest'):
        if digest is not None and digest != proof['hash']:
            raise Refused('digest', f"the proof is for a different file: its digest is {proof['hash']}, not {digest}")
    with check('commitment'):
        if 'details' in proof:
            check_commitment(proof)
    with check('tree'):
        check_tree(proof)
    for anchor in proof['anchors']:
        with check('transaction'):
            check_transaction(anchor, proof['root'])
        with check('block'):
            if has_block(anchor):
                check_block(anchor, proof['root'], now)
    with check('chain'):
        return judge_proof(proof, block_hash, digest is not None)


def check_commitment(proof):
    if commitment_of(proof).hex() != proof['commitment']:
        raise Refused('commitment', 'salt and details do not match the commitment')
    check_code(proof)


def check_tree(proof):
    at, size = int(proof['leafIndex']), int(proof['treeSize'])
    if at >= size:
        raise Refused('tree', 'leafIndex is outside the tree')
    last, rest = size - 1, [bytes.fromhex(each) for each in reversed(proof['path'])]
    node = leaf_of(proof, bytes.fromhex(proof['commitment']))
    while last:
        if at & 1 or at < last:
            if not rest:
                raise Refused('tree', 'the path is too short for the size of the tree')
            sibling = rest.pop()
            node = parent(sibling, node) if at & 1 else parent(node, sibling)
        at, last = at >> 1, last >> 1
    if rest:
        raise Refused('tree', 'the path is too long for the size of the tree')
    if node.hex() != proof['root']:
        raise Refused('root', 'the path does not lead to the root')
