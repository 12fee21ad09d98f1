"""Manifests: their checks, in order."""

import time

from tallystick.anchor import check_block, check_transaction
from tallystick.anchor_form import BLOCK, STATE_PROOF, has_block
from tallystick.entry import check_checksum, check_code, commitment_of, leaf_of, parent
from tallystick.manifest_form import check_manifest_form
from tallystick.refusal import Refused, check
from tallystick.verdict import judge_manifest


def verify_manifest(manifest, block_hash=None, now=None):
    """Verifies a parsed manifest. Returns the finding. @raises Refused at the first failure."""
    now = time.time() if now is None else now
    with check('format'):
        check_manifest_form(manifest)
    with check('checksum'):
        check_checksum(manifest)
    with check('tree'):
        check_trees(manifest)
    with check('transaction'):
        check_transactions(manifest)
    batches = [
        [whole_anchor(anchor, manifest['blocks']) for anchor in batch['anchors']] for batch in manifest['batches']
    ]
    with check('block'):
        for batch, anchors in zip(manifest['batches'], batches):
            for anchor in filter(has_block, anchors):
                check_block(anchor, batch['root'], now)
    with check('chain'):
        return judge_manifest(manifest, batches, block_hash)


def check_trees(manifest):
    for file in manifest['files']:
        check_code(file)
    leaves = [[] for _ in manifest['batches']]
    for file in manifest['files']:
        leaves[int(file['batch'])].append((int(file['leafIndex']), leaf_of(file, commitment_of(file))))
    for batch, entries in zip(manifest['batches'], leaves):
        check_multipath(batch, entries)


def check_transactions(manifest):
    for batch in manifest['batches']:
        for anchor in batch['anchors']:
            check_transaction(anchor, batch['root'])
    for file in manifest['files']:
        anchors = manifest['batches'][int(file['batch'])]['anchors']
        if all(anchor['transactionId'] != file['transactionId'] for anchor in anchors):
            raise Refused('anchor', 'the transaction of a file is not one of those that carry its root')


def check_multipath(batch, entries):
    """Checks that `entries`, pairs of index and leaf, and the siblings give the batch's root."""

    def refused(message):
        return Refused('tree', message)

    last = int(batch['treeSize']) - 1
    if len({index for index, _ in entries}) != len(entries) or any(index > last for index, _ in entries):
        raise refused('a leafIndex appears twice, or is outside the tree')
    rest = [bytes.fromhex(each) for each in reversed(batch['siblings'])]
    level = sorted(entries)

    def sibling():
        if not rest:
            raise refused('the siblings are too few')
        return rest.pop()

    while last:
        parents, place = [], 0
        while place < len(level):
            index, node = level[place]
            place += 1
            if index & 1:
                node = parent(sibling(), node)
            elif index != last:
                if place < len(level) and level[place][0] == index + 1:
                    node = parent(node, level[place][1])
                    place += 1
                else:
                    node = parent(node, sibling())
            parents.append((index >> 1, node))
        level, last = parents, last >> 1
    if rest:
        raise refused('the siblings are too many')
    if level[0][1].hex() != batch['root']:
        raise Refused('root', 'hashes and details do not lead to the root')


def whole_anchor(anchor, blocks):
    """Returns the anchor as a proof has it."""
    if not has_block(anchor):
        return anchor
    block = blocks[int(anchor['block'])]
    whole = {**anchor, **{name: block[name] for name in BLOCK}}
    if 'stateProof' in anchor:
        return {**whole, 'stateProof': {name: nodes_of(block, anchor['stateProof'][name]) for name in STATE_PROOF}}
    return {**whole, 'trieProof': nodes_of(block, anchor['trieProof'])}


def nodes_of(block, indexes):
    return [block['nodes'][int(index)] for index in indexes]
