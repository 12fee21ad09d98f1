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
from tallystick.limits import FILE_BYTES, MANIFEST_BYTES, MANIFEST_VALUES, PROOF_BYTES, PROOF_VALUES
from tallystick.manifest import verify_manifest
from tallystick.proof import verify_proof
from tallystick.refusal import Refused, check, malformed
from tallystick.strict_json import read_json

EXIT_CODES = {'confirmed': 0, 'refused': 1, 'consistent': 3}
EXIT_USAGE = 2
ALGORITHMS = {64: 'sha256', 96: 'sha384', 128: 'sha512'}


def read_evidence(data):
    """Returns the document in the bytes of a file: a proof or a manifest."""
    with check('format'):
        if len(data) > MANIFEST_BYTES:
            raise malformed('the file is too large to be a manifest')
        is_manifest = len(data) > FILE_BYTES or b'"tallystick-manifest"' in data
        document, values = read_json(data, MANIFEST_VALUES if is_manifest else PROOF_VALUES)
        kind = document.get('format') if isinstance(document, dict) else None
        if kind == 'tallystick-manifest':
            return document
        if kind != 'tallystick-proof':
            raise Refused('unsupported', 'this is neither a Tallystick proof nor a manifest')
        if len(data) > PROOF_BYTES or values > PROOF_VALUES:
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
    outcome, blocks = verdict['outcome'], verdict.get('blocks', [])
    if outcome == 'refused':
        return f"REFUSED by check {verdict['failure']['check']}: {verdict['failure']['message']}."
    if outcome == 'confirmed':
        clock = ', by the word of the operator of a private chain' if 'private-chain' in verdict['caveats'] else ''
        return f"CONFIRMED by the block hash you gave: it existed at {blocks[0]['blockTime']}{clock}."
    if blocks:
        return 'CONSISTENT: it fits its proof. Whether the block is part of its chain has not been checked.'
    return 'CONSISTENT: it fits its proof, but no time is proven.'


def report(verdict):
    yield headline(verdict)
    for block in verdict.get('blocks', []):
        yield f"  block {block['blockNumber']} of {block['chain']}, {block['blockHash']}, dated {block['blockTime']}"
    for caveat in verdict.get('caveats', []):
        yield f'  - {CAVEATS[caveat]}'


CAVEATS = {
    'not-in-block': 'A transaction is signed, but in no block yet: no time is proven by it.',
    'not-compared': 'Compare the hash of the block with a node or an explorer, and give theirs with --block-hash.',
    'others-not-compared': 'Other blocks that the document names have not been compared.',
    'private-chain': 'The chain is private: its time is only as trustworthy as its operator.',
    'test-chain': 'The chain is a test network: it may be restarted, and its blocks be lost.',
    'unknown-chain': 'The chain is not in the table of known chains: it may be private.',
    'times-contradict': 'A block is dated before the issuer says that it received the entry: one of the two clocks was wrong.',
    'claims': "The network's name and the states are claims of the issuer.",
    'no-file': 'No file was compared: the proof is about any content with its digest.',
    'no-details': 'Salt and details are absent: the proof covers the digest alone. It cannot show the name, the code, the owner, the metadata, or when the service received it.',
    'list': "That the list is complete, and the files' paths, are claims of the issuer.",
    'no-files': 'The manifest lists no files: nothing is proven.',
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
            data = proof.read(MANIFEST_BYTES + 1)
        verdict = verify(data, arguments.file, arguments.block_hash)
    except OSError as error:
        print(f'{parser.prog}: {error}', file=sys.stderr)
        return EXIT_USAGE
    print(json.dumps(verdict, indent=2) if arguments.json else '\n'.join(report(verdict)))
    return EXIT_CODES[verdict['outcome']]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
