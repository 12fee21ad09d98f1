"""Verdicts on evidence that passed its checks, and what they leave open."""

import datetime
import re

from tallystick.anchor_form import BLOCK, has_block
from tallystick.chains import kind_of
from tallystick.refusal import Refused

CLOCK_TOLERANCE = datetime.timedelta(hours=2)


def judge_proof(proof, block_hash, file_compared):
    """Returns the verdict on a proof. It rests on the best block that the reader knows or, if none, on the best there is."""
    witnesses = proof.get('witnesses', [])
    others = [witness['anchor'] for witness in witnesses if witness['kind'] == 'chain']
    blocks = [anchor for anchor in proof['anchors'] + others if has_block(anchor)]
    known = known_blocks(blocks, block_hash)
    grounds = sorted(known or blocks, key=worth)[:1]
    caveats = not_compared(blocks, known, bool(known)) if blocks else ['not-in-block']
    caveats += ['witness-not-checked'] if len(others) < len(witnesses) else []
    caveats += chain_caveats(grounds or proof['anchors']) + ['claims']
    caveats += ['times-contradict'] if is_misdated(proof, blocks) else []
    caveats += [] if file_compared else ['no-file']
    caveats += [] if 'details' in proof else ['no-details']
    return verdict(bool(known), caveats, grounds)


def is_misdated(proof, blocks):
    """Returns whether a block is dated before the entry was received, as the issuer says."""
    details = proof.get('details', {})
    received = next((time for time in map(time_of, (details.get('createdAt'), details.get('at'))) if time), None)
    return received is not None and any(time_of(block['blockTime']) < received - CLOCK_TOLERANCE for block in blocks)


def time_of(text):
    """Returns the time that a text states; None when it states none."""
    if not isinstance(text, str) or not re.fullmatch(r'[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}\.[0-9]{3}Z', text):
        return None
    try:
        return datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ')
    except ValueError:
        return None


def worth(anchor):
    """The earlier the better, but any time is better than that of a private chain, which its operator can choose."""
    return is_private(anchor), anchor['blockTime']


def judge_manifest(manifest, batches, block_hash):
    """Returns the verdict on a manifest; `batches` are lists of whole anchors."""
    blocks = [[anchor for anchor in batch if has_block(anchor)] for batch in batches]
    known = known_blocks(flat(blocks), block_hash)
    grounds = [sorted([one for one in batch if one in known] or batch, key=worth)[:1] for batch in blocks]
    if not manifest['files']:
        return verdict(False, ['no-files'], [])
    confirmed = all(any(anchor['blockHash'] == block_hash for anchor in batch) for batch in blocks)
    caveats = not_compared(flat(blocks), known, confirmed)
    caveats += [] if all(blocks) else ['not-in-block']
    caveats += chain_caveats(flat(ground or batch for ground, batch in zip(grounds, batches))) + ['claims', 'list']
    return verdict(confirmed, caveats, flat(grounds))


def flat(lists):
    return [item for each in lists for item in each]


def known_blocks(anchors, block_hash):
    """Returns the anchors in the block that the reader knows. @raises Refused if there are none"""
    known = [anchor for anchor in anchors if anchor['blockHash'] == block_hash]
    if block_hash is not None and not known:
        raise Refused('block', f'no anchor is in the block you trust: {block_hash}')
    return known


def not_compared(blocks, known, confirmed):
    if len(known) == len(blocks):
        return []
    return ['others-not-compared' if confirmed else 'not-compared']


def chain_caveats(anchors):
    kinds = ['private' if is_private(anchor) else kind_of(anchor['chain']) for anchor in anchors]
    return [f'{kind}-chain' for kind in ('private', 'test', 'unknown') if kind in kinds]


def is_private(anchor):
    return anchor['private'] or kind_of(anchor['chain']) == 'private'


def verdict(confirmed, caveats, grounds):
    blocks = {anchor['blockHash']: block_of(anchor) for anchor in grounds}
    return {
        'outcome': 'confirmed' if confirmed else 'consistent',
        'caveats': caveats,
        'blocks': sorted(blocks.values(), key=lambda block: block['blockTime']),
    }


def block_of(anchor):
    members = {name: anchor[name] for name in ('chain', *BLOCK) if name != 'header'}
    return {**members, 'blockNumber': int(anchor['blockNumber'])}
