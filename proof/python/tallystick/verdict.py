"""Findings on evidence that passed its checks: data only, words.py says them."""

import datetime
import re

from tallystick.anchor_form import BLOCK, has_block
from tallystick.chains import has_ended, kind_of
from tallystick.original import original_caveat
from tallystick.refusal import Refused

CLOCK_TOLERANCE = datetime.timedelta(hours=2)

# Kinds of chains that a verdict names.
KINDS = {
    'test': 'test-chain',
    'unknown': 'unknown-chain',
    'rollup': 'rollup',
    'sidechain': 'sidechain',
}


def judge_proof(proof, block_hash, digest, start):
    """Returns the finding on a proof. It rests on the best block that the reader knows or, if none, on the best there is."""
    witnesses = proof.get('witnesses', [])
    others = [witness['anchor'] for witness in witnesses if witness['kind'] == 'chain']
    anchors = proof['anchors'] + others
    blocks = [anchor for anchor in anchors if has_block(anchor)]
    # A block that recorded a token says how old the token is, and nothing else.
    recorded = [anchor for witness in witnesses for anchor in witness.get('recorded', {}).get('anchors', [])]
    check_known(blocks + list(filter(has_block, recorded)), block_hash)
    ground = ground_of(blocks, block_hash)
    outcome = outcome_of(ground, block_hash)
    rested = [ground] if ground else proof['anchors']
    caveats = not_compared(blocks, block_hash, outcome) if blocks else [caveat('not-in-block', case='alone')]
    caveats += unchecked(witnesses) + finality_unknown([ground], block_hash) + chain_caveats(rested) + [claims(rested)] + misdated(proof, blocks)
    caveats += [caveat('no-file', hash=proof['hash'])] if digest is None else [caveat('original', **facts) for facts in original_caveat(proof, digest, start)]
    caveats += [] if 'details' in proof else [caveat('no-details')]
    facts = {'hash': proof['hash'], **block_facts(ground)}
    found = finding('proof', outcome, caveats, [ground], facts)
    return {**found, 'kind': proof['kind'], 'isFileCompared': digest is not None}


def caveat(code, **facts):
    return {'code': code, 'facts': facts}


def unchecked(witnesses):
    """Returns the caveats of statements that take more than the standard library to check."""
    kinds = (('authority', 'rfc3161'), ('calendar', 'opentimestamps'))
    names = [(case, unique(one[case] for one in witnesses if one['kind'] == kind)) for case, kind in kinds]
    return [caveat('witness-not-checked', case=case, witnesses=some) for case, some in names if some]


def misdated(proof, blocks):
    """Returns the caveat of the first block that is dated before the entry was received, as the issuer says."""
    details = proof.get('details', {})
    received = next((text for text in (details.get('createdAt'), details.get('at')) if time_of(text)), None)
    if received is None:
        return []
    early = [block for block in blocks if time_of(block['blockTime']) < time_of(received) - CLOCK_TOLERANCE]
    facts = [{**block_facts(block), 'time': block['blockTime'], 'received': received} for block in early[:1]]
    return [caveat('times-contradict', **each) for each in facts]


def time_of(text):
    """Returns the time that a text states; None when it states none."""
    if not isinstance(text, str) or not re.fullmatch(r'[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}\.[0-9]{3}Z', text):
        return None
    try:
        return datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ')
    except ValueError:
        return None


def worth(anchor, block_hash):
    """What is confirmed comes before what is stated, any time before that of a chain that is or may be private, and the earlier before the later."""
    outcomes = ('confirmed', 'stated', 'consistent')
    return outcomes.index(outcome_of(anchor, block_hash)), may_be_private(anchor), anchor['blockTime']


def ground_of(blocks, block_hash):
    """Returns the anchor that a finding rests on; None if none is in a block."""
    return min(blocks, key=lambda anchor: worth(anchor, block_hash), default=None)


def outcome_of(anchor, block_hash):
    """Returns what a block makes of a proof. The operator of a private chain chooses its time, whoever knows its hash."""
    if anchor is None or not is_known(anchor, block_hash):
        return 'consistent'
    return 'stated' if may_be_private(anchor) else 'confirmed'


def judge_manifest(manifest, batches, block_hash):
    """Returns the finding on a manifest; `batches` are lists of whole anchors. Each batch by the rule of a single proof."""
    blocks = [[anchor for anchor in batch if has_block(anchor)] for batch in batches]
    check_known(flat(blocks), block_hash)
    grounds = [ground_of(batch, block_hash) for batch in blocks]
    files = manifest['files']
    waiting = sum(not blocks[int(file['batch'])] for file in files)
    in_block = [ground for ground in grounds if ground]
    facts = {'folder': manifest['folder']['name'], 'files': len(files), 'waiting': waiting}
    facts['blocks'] = len({ground['blockHash'] for ground in in_block})
    facts.update(block_facts(in_block[0] if in_block else None))
    if not files:
        return finding('manifest', 'consistent', [caveat('no-files')], grounds, facts)
    outcomes = [outcome_of(ground, block_hash) for ground in grounds]
    outcome = next((each for each in ('consistent', 'stated') if each in outcomes), 'confirmed')
    caveats = not_compared(flat(blocks), block_hash, outcome)
    caveats += finality_unknown(grounds, block_hash)
    caveats += [caveat('not-in-block', case='some', waiting=waiting, files=len(files))] if waiting else []
    rested = flat([ground] if ground else batch for ground, batch in zip(grounds, batches))
    caveats += chain_caveats(rested) + [claims(rested), caveat('list')]
    return finding('manifest', outcome, caveats, grounds, facts)


def flat(lists):
    return [item for each in lists for item in each]


def unique(items):
    return list({repr(item): item for item in items}.values())


def check_known(anchors, block_hash):
    """@raises Refused if the reader knows a block, and no anchor is in it, or anchors of two chains have the same block"""
    check_one_chain(anchors)
    if block_hash is not None and not any(is_known(anchor, block_hash) for anchor in anchors):
        raise Refused('block', f'no anchor is in the block you trust: {block_hash}', case='none', given=block_hash)


def not_compared(blocks, block_hash, outcome):
    unknown = unique_by_block([block for block in blocks if not is_known(block, block_hash)])
    more = len(unknown) - 1
    code = 'not-compared' if outcome == 'consistent' else 'others-not-compared'
    facts = [{'case': 'several' if more else 'one', **block_facts(block), 'more': more} for block in unknown[:1]]
    return [caveat(code, **each) for each in facts]


def check_one_chain(anchors):
    """A header says nothing of its chain, so a forger could give it as one of several."""
    chains = {}
    for anchor in anchors:
        given = anchor['blockHash']
        if chains.setdefault(given, anchor['chain']) != anchor['chain']:
            raise Refused('block', f'the block {given} is given as one of two chains', case='chains', given=given)


def is_known(anchor, block_hash):
    """Whether an anchor is in the block that the reader knows, as HASH or NUMBER:HASH."""
    number, _, digits = (block_hash or '').rpartition(':')
    return anchor['blockHash'] == digits and (not number or anchor['blockNumber'] == int(number))


def finality_unknown(grounds, block_hash):
    """A hash does not say whether its block is final."""
    known = unique_by_block([ground for ground in grounds if ground and is_known(ground, block_hash)])
    return [caveat('finality-unknown', **block_facts(ground)) for ground in known]


def unique_by_block(anchors):
    return list({anchor['blockHash']: anchor for anchor in anchors}.values())


def chain_caveats(anchors):
    found = []
    for anchor in anchors:
        chain, kind = anchor['chain'], kind_of(anchor['chain'])
        if is_private(anchor):
            found.append(caveat('private-chain', case='known' if kind == 'private' else 'claimed', chain=chain))
        elif kind in KINDS:
            found.append(caveat(KINDS[kind], chain=chain))
        if has_ended(chain) and not is_private(anchor):
            found.append(caveat('chain-ended', chain=chain))
    return unique(found)


def claims(anchors):
    networks, states = ([anchor[name] for anchor in anchors] for name in ('network', 'state'))
    return caveat('claims', networks=unique(networks), states=unique(states))


def may_be_private(anchor):
    return is_private(anchor) or kind_of(anchor['chain']) == 'unknown'


def is_private(anchor):
    return anchor['private'] or kind_of(anchor['chain']) == 'private'


def finding(about, outcome, caveats, grounds, facts):
    blocks = {ground['blockHash']: block_of(ground) for ground in grounds if ground}
    found = {'about': about, 'outcome': outcome, 'sources': [], 'caveats': caveats, 'facts': facts}
    found['blocks'] = sorted(blocks.values(), key=lambda block: block['blockTime'])
    if outcome != 'consistent':
        found.update(sources=[{'kind': 'block-hash', 'name': ''}], time=time_found(grounds))
    return found


def time_found(grounds):
    """Returns the times of the first and the last block, and whose clocks these are, if the hash is one of that chain."""
    times = sorted(ground['blockTime'] for ground in grounds)
    ends = [ground for ground in grounds if ground['blockTime'] in (times[0], times[-1])]
    clocks = [{'kind': 'operator' if may_be_private(each) else 'claimed', 'chain': each['chain']} for each in ends]
    time = {} if times[0] == times[-1] else {'earliest': times[0]}
    return {**time, 'latest': times[-1], 'clocks': unique(clocks)}


def block_facts(anchor):
    return {'chain': anchor['chain'], 'block': int(anchor['blockNumber'])} if anchor else {}


def block_of(anchor):
    members = {name: anchor[name] for name in ('chain', *BLOCK) if name != 'header'}
    return {**members, 'blockNumber': int(anchor['blockNumber'])}
