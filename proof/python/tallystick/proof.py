"""Proofs: their checks, in order."""

import time

from tallystick.anchor import check_block, check_transaction
from tallystick.anchor_form import has_block
from tallystick.entry import check_checksum, check_code, commitment_of, leaf_of
from tallystick.original import original_of
from tallystick.proof_form import check_proof_form
from tallystick.refusal import Refused, check
from tallystick.tree import root_of
from tallystick.verdict import judge_proof
from tallystick.witness import check_witness


def verify_proof(proof, digest=None, block_hash=None, now=None, start=None):
    """Verifies a parsed proof. Returns the finding. @raises Refused at the first failure.

    `digest` is the file's hash in hex, `block_hash` one the reader has from elsewhere, `now` seconds since 1970, `start` the
    length and the hash of the document that the file begins with.
    """
    now = time.time() if now is None else now
    with check('format'):
        check_proof_form(proof)
    with check('checksum'):
        check_checksum(proof)
    with check('digest'):
        check_digest(proof, digest, start)
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
    for witness in proof.get('witnesses', []):
        with check('witness'):
            check_witness(witness, proof['root'], now)
    with check('chain'):
        return judge_proof(proof, block_hash, digest, start)


def check_digest(proof, digest, start):
    original, proven = original_of(proof), proof['hash']
    # The commitment, which is checked next, covers the details, and so the original's hash.
    if digest is None or digest in (proven, original):
        return
    if original and start and start[1] == original:
        detail = f'only the first {start[0]} bytes fit: they are the original'
        raise Refused('digest', detail, case='copy', proven=proven, original=original, bytes=start[0])
    detail = f'the proof is for a different file: its digest is {proven}, not {digest}'
    raise Refused('digest', detail, case='file', proven=proven, given=digest)


def check_commitment(proof):
    if commitment_of(proof).hex() != proof['commitment']:
        raise Refused('commitment', 'salt and details do not match the commitment')
    check_code(proof)


def check_tree(proof):
    if root_of(leaf_of(proof, bytes.fromhex(proof['commitment'])), proof).hex() != proof['root']:
        raise Refused('root', 'the path does not lead to the root')
