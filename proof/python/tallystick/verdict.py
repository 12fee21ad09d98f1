"""Verdicts on evidence that passed its checks."""

from tallystick.anchor_form import BLOCK
from tallystick.refusal import Refused


def judge(batches, block_hash):
    """Returns the verdict; `batches` are lists of the anchors that are in a block.

    @raises Refused if `block_hash` is not that of one of the blocks
    """
    anchors = [anchor for batch in batches for anchor in batch]
    known = [anchor for anchor in anchors if anchor['blockHash'] == block_hash]
    if block_hash is not None and not known:
        raise Refused('block', f'no anchor is in the block you trust: {block_hash}')
    confirmed = batches != [] and all(any(anchor['blockHash'] == block_hash for anchor in batch) for batch in batches)
    grounds = known if confirmed else anchors
    return {
        'outcome': 'confirmed' if confirmed else 'consistent',
        'caveats': list(caveats(batches, anchors, grounds, len(known))),
        'blocks': [block_of(anchor) for anchor in grounds],
    }


def caveats(batches, anchors, grounds, known):
    if not batches:
        yield 'no-files'
    if not all(batches):
        yield 'not-in-block'
    if known < len(anchors):
        yield 'not-compared' if grounds is anchors else 'others-not-compared'
    if any(anchor['private'] for anchor in grounds):
        yield 'private-chain'


def block_of(anchor):
    members = {name: anchor[name] for name in ('chain', *BLOCK) if name != 'header'}
    return {**members, 'blockNumber': int(anchor['blockNumber'])}
