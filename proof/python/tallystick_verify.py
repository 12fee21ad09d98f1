#!/usr/bin/env python3
"""Verifies Tallystick proofs and manifests, offline, with nothing but Python 3.9 or newer.

    python3 tallystick_verify.py FILE PROOF.json [--block-hash 0x...] [--json]

Written from docs/proof-format.md, independently of the verifier in TypeScript.
"""

import argparse
import json
import re
import sys

from tallystick.folder import compare_folder, file_digest
from tallystick.manifest import verify_manifest
from tallystick.proof import verify_proof
from tallystick.refusal import Refused, check, malformed
from tallystick.strict_json import read_json

EXIT_CODES = {'confirmed': 0, 'refused': 1, 'consistent': 3}
EXIT_USAGE = 2
# What a proof and a manifest may take.
BYTES_MAX = {'tallystick-proof': 16 * 1024 * 1024, 'tallystick-manifest': 500_000_000}
ALGORITHMS = {64: 'sha256', 96: 'sha384', 128: 'sha512'}


def read_evidence(data):
    """Returns the document in the bytes of a file: a proof or a manifest."""
    with check('format'):
        document = read_json(data)
        kind = document.get('format') if isinstance(document, dict) else None
        if not isinstance(kind, str) or kind not in BYTES_MAX:
            raise Refused('unsupported', 'this is neither a Tallystick proof nor a manifest')
        if len(data) > BYTES_MAX[kind]:
            raise malformed('the file is too large to be a proof')
        return document


def verify(data, path=None, block_hash=None, now=None):
    """Verifies the bytes of a proof or a manifest. Returns the verdict, also when it is a refusal.

    `path` is the recorded file, or the folder of a manifest; without it nothing is compared. `block_hash` is that of a
    block the reader knows from elsewhere, `now` the time in seconds since 1970.
    """
    try:
        document = read_evidence(data)
        if document['format'] == 'tallystick-proof':
            digest = None if path is None else file_digest(path, algorithm_of(document))
            return verify_proof(document, digest, block_hash, now)
        verdict = verify_manifest(document, block_hash, now)
        with check('files'):
            if path is not None:
                compare_folder(document, path)
        return verdict
    except Refused as refusal:
        return refusal.verdict()


def algorithm_of(proof):
    """Returns the hash function that gives the proof's digest; a malformed proof is refused anyway."""
    digest = proof.get('hash')
    return ALGORITHMS.get(len(digest) if isinstance(digest, str) else 0, 'sha256')


def block_hash_of(text):
    if not re.fullmatch('0x[0-9a-f]{64}', text.lower()):
        raise argparse.ArgumentTypeError('takes 0x and 64 hex digits')
    return text.lower()


def headline(verdict):
    outcome = verdict['outcome']
    if outcome == 'refused':
        return f"REFUSED by check {verdict['failure']['check']}: {verdict['failure']['message']}."
    if outcome == 'confirmed':
        times = sorted(block['blockTime'] for block in verdict['blocks'])
        when = times[0] if times[0] == times[-1] else f'{times[0]} to {times[-1]}'
        return f'CONFIRMED by the block hash you gave: it existed at {when}.'
    if 'not-compared' in verdict['caveats']:
        return 'CONSISTENT: it fits its proof. Whether these blocks are part of their chains has not been checked.'
    return 'CONSISTENT: it fits its proof, but no time is proven.'


def report(verdict):
    yield headline(verdict)
    for block in verdict.get('blocks', []):
        yield f"  block {block['blockNumber']} of {block['chain']}, {block['blockHash']}, dated {block['blockTime']}"
    for caveat in verdict.get('caveats', []):
        yield f'  - {CAVEATS[caveat]}'


CAVEATS = {
    'no-files': 'The manifest lists no files.',
    'not-in-block': 'A transaction is signed, but in no block yet: no time is proven.',
    'not-compared': 'Compare a block hash with a node or an explorer, and give it with --block-hash.',
    'others-not-compared': 'Other blocks the document names have not been compared.',
    'private-chain': 'A chain is private: its time is only as trustworthy as its operator.',
}


def main(argv):
    parser = argparse.ArgumentParser(description='Verifies Tallystick proofs and manifests, offline.')
    parser.add_argument('file', metavar='FILE', help='the recorded file, or the folder of a manifest')
    parser.add_argument('proof', metavar='PROOF', help='its proof, or the manifest (JSON)')
    parser.add_argument('--block-hash', type=block_hash_of, help='hash of a block, from a node or an explorer')
    parser.add_argument('--json', action='store_true', help='print the verdict as JSON')
    arguments = parser.parse_args(argv)
    try:
        with open(arguments.proof, 'rb') as proof:
            data = proof.read(max(BYTES_MAX.values()) + 1)
        verdict = verify(data, arguments.file, arguments.block_hash)
    except OSError as error:
        print(f'{parser.prog}: {error}', file=sys.stderr)
        return EXIT_USAGE
    print(json.dumps(verdict, indent=2) if arguments.json else '\n'.join(report(verdict)))
    return EXIT_CODES[verdict['outcome']]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
