#!/usr/bin/env python3
"""Verifies Tallystick proofs and manifests, offline, with nothing but Python 3.9 or newer.

    python3 tallystick_verify.py FILE PROOF.json [--block-hash [NUMBER:]0x...] [--json]

Written from docs/proof-format.md, independently of the verifier in TypeScript.
"""

import argparse
import json
import re
import sys

from tallystick.folder import compare_folder, file_digest
from tallystick.limits import FILE_BYTES, MANIFEST_BYTES, MANIFEST_VALUES, PROOF_BYTES, PROOF_VALUES
from tallystick.manifest import verify_manifest
from tallystick.original import original_length
from tallystick.proof import verify_proof
from tallystick.refusal import Refused, check, malformed
from tallystick.strict_json import read_json
from tallystick.words import WORDS, say, say_caveat

EXIT_CODES = {'confirmed': 0, 'refused': 1, 'stated': 3, 'consistent': 3}
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
            raise Refused('unsupported', 'this is neither a Tallystick proof nor a manifest', case='format')
        if len(data) > PROOF_BYTES or values > PROOF_VALUES:
            raise malformed('the file is too large to be a proof')
        return document


def verify(data, path=None, block_hash=None, now=None):
    """Verifies the bytes of a proof or a manifest. Returns the finding, also when it is a refusal.

    `path` is the recorded file, or the folder of a manifest; without it nothing is compared. `block_hash` is that of a
    block the reader knows from elsewhere, perhaps with its number and a colon before it, `now` the time in seconds since 1970.
    """
    try:
        document = read_evidence(data)
        if document['format'] == 'tallystick-proof':
            return verify_file(document, path, block_hash, now)
        finding = verify_manifest(document, block_hash, now)
        with check('files'):
            if path is not None:
                compare_folder(document, path)
        return finding
    except Refused as refusal:
        return refusal.finding()


def verify_file(proof, path, block_hash, now):
    """Verifies a proof with the file, if there is one. Returns the finding. @raises Refused"""
    if path is None:
        return verify_proof(proof, None, block_hash, now)
    algorithm = algorithm_of(proof)
    length = original_length(path)
    start = None if length is None else (length, file_digest(path, algorithm, length))
    return verify_proof_or_original(proof, file_digest(path, algorithm), start, block_hash, now)


def verify_proof_or_original(proof, digest, start, block_hash, now):
    """Verifies a proof with the file's hash. Adds the finding on the original that is left of a changed copy. @raises Refused"""
    try:
        return verify_proof(proof, digest, block_hash, now, start)
    except Refused as refusal:
        if refusal.facts.get('case') != 'copy':
            raise
        # The copy was changed. Only a proof that holds names the original that is left.
        return {**refusal.finding(), 'original': verify_proof(proof, start[1], block_hash, now)}


def algorithm_of(proof):
    """Returns the hash function that gives the proof's digest; a malformed proof is refused anyway."""
    digest = proof.get('hash')
    return ALGORITHMS.get(len(digest) if isinstance(digest, str) else 0, 'sha256')


def block_hash_of(text):
    if not re.fullmatch('([0-9]{1,15}:)?0x[0-9a-f]{64}', text.lower()):
        raise argparse.ArgumentTypeError('takes 0x and 64 hex digits, or the number of the block, a colon and these')
    return text.lower()


def report(finding, language, name=None):
    headline = say(finding, language, name)
    verdict, _, rest = headline.partition(':')
    word, _, by = verdict.partition(' ')
    yield f"{word.upper()}{by and ' '}{by}:{rest}"
    if 'failure' in finding:
        yield f"  check {finding['failure']['check']}: {finding['failure']['detail']}"
    for block in finding.get('blocks', []):
        yield f"  block {block['blockNumber']} of {block['chain']}, {block['blockHash']}, dated {block['blockTime']}"
    for caveat in finding['caveats']:
        yield f'  - {say_caveat(caveat, language)}'
    if 'original' in finding:
        yield from report(finding['original'], language, WORDS[language]['subjects']['original'])


def main(argv):
    parser = argparse.ArgumentParser(description='Verifies Tallystick proofs and manifests, offline.')
    parser.add_argument('file', metavar='FILE', help='the recorded file, or the folder of a manifest')
    parser.add_argument('proof', metavar='PROOF', help='its proof, or the manifest (JSON)')
    parser.add_argument('--block-hash', type=block_hash_of, help='hash of a block, from a node or an explorer: HASH or NUMBER:HASH')
    parser.add_argument('--language', choices=[each for each in WORDS if len(each) == 2], default='en')
    parser.add_argument('--json', action='store_true', help='print the finding as JSON')
    arguments = parser.parse_args(argv)
    try:
        with open(arguments.proof, 'rb') as proof:
            data = proof.read(MANIFEST_BYTES + 1)
        finding = verify(data, arguments.file, arguments.block_hash)
    except OSError as error:
        print(f'{parser.prog}: {error}', file=sys.stderr)
        return EXIT_USAGE
    text = json.dumps(finding, indent=2) if arguments.json else '\n'.join(report(finding, arguments.language))
    print(text)
    return EXIT_CODES[finding['outcome']]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
