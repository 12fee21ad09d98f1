"""The form of manifests: members, paths, and references in the order of their first use."""

import re

from tallystick.anchor_form import BLOCK, STATE_PROOF, check_anchor_form, evidence_of, has_block
from tallystick.forms import (
    array_of,
    check_members,
    check_pair,
    check_version,
    has_refused_character,
    hex_bytes,
    is_chain_bytes,
    is_chain_hash,
    is_code,
    is_folder_name,
    is_hash,
    is_index,
    is_object,
    is_size,
    is_text,
    is_time,
)
from tallystick.limits import ANCHORS
from tallystick.refusal import malformed
from tallystick.strict_json import utf16

MANIFEST = {
    'format': is_text,
    'version': is_index,
    'folder': is_object,
    'issuedAt': is_time,
    'files': array_of(is_object, 0),
    'batches': array_of(is_object, 0),
    'blocks': array_of(is_object, 0),
    'checksum': is_hash,
}

FOLDER = {'id': is_code, 'name': is_folder_name, 'createdAt': is_time}

def is_stamp(value):
    return value == 'stamp'


FILE = {
    'path': is_text,
    'size': is_index,
    'kind': is_stamp,
    'hash': is_hash,
    'transactionId': is_chain_hash,
    'batch': is_index,
    'leafIndex': is_index,
    'code': is_code,
    'salt': hex_bytes(16),
    'details': is_object,
    'commitment': is_hash,
}

BATCH = {
    'treeSize': is_size,
    'root': is_hash,
    'siblings': array_of(is_hash, 0),
    'anchors': array_of(is_object, 1, ANCHORS),
}

REFERENCE = {'block': is_index}
EVIDENCE = evidence_of(is_index)

MANIFEST_BLOCK = {**BLOCK, 'nodes': array_of(is_chain_bytes, 1)}


def check_manifest_form(manifest):
    check_version(manifest, 'tallystick-manifest')
    check_members(manifest, 'the manifest', MANIFEST)
    check_members(manifest['folder'], 'the folder', FOLDER, ('createdAt',))
    for file in manifest['files']:
        check_members(file, 'a file', FILE, ('size', 'kind', 'salt', 'details', 'commitment'))
        check_pair(file, 'a file')
        if ('details' in file) == ('commitment' in file):
            raise malformed('a file has either salt and details or a commitment')
        check_path(file['path'])
    check_order_of_paths([file['path'] for file in manifest['files']])
    for batch in manifest['batches']:
        check_members(batch, 'a batch', BATCH)
        for anchor in batch['anchors']:
            check_anchor_form(anchor, REFERENCE, EVIDENCE)
    for block in manifest['blocks']:
        check_members(block, 'a block', MANIFEST_BLOCK)
    check_references(manifest)


def check_path(path):
    if not 1 <= len(utf16(path)) // 2 <= 4096:
        raise malformed('a path is empty or too long')
    if has_refused_character(path):
        raise malformed('a path has a refused character')
    if re.match('[A-Za-z]:', path):
        raise malformed('a path starts with a drive')
    if any(segment in ('', '.', '..') for segment in path.split('/')):
        raise malformed('a path has a refused segment')


SLASH = utf16('/')


def check_order_of_paths(paths):
    units = [utf16(path) for path in paths]
    if any(first >= second for first, second in zip(units, units[1:])):
        raise malformed('the paths are not in ascending order')
    # Files whose paths begin the current one. In this order, a path that begins with none of them ends them all.
    outer = []
    for path in units:
        while outer and not path.startswith(outer[-1]):
            outer.pop()
        if outer and path.startswith(SLASH, len(outer[-1])):
            raise malformed('a path is below a file')
        outer.append(path)


def check_references(manifest):
    batches, blocks = manifest['batches'], manifest['blocks']
    check_first_uses('batches', [file['batch'] for file in manifest['files']], len(batches))
    anchors = [anchor for batch in batches for anchor in batch['anchors'] if has_block(anchor)]
    check_first_uses('blocks', [anchor['block'] for anchor in anchors], len(blocks))
    hashes = [block['blockHash'] for block in blocks]
    if len(set(hashes)) != len(hashes):
        raise malformed('a block appears twice')
    uses = [[] for _ in blocks]
    for anchor in anchors:
        uses[int(anchor['block'])].extend(node_indexes(anchor))
    for block, used in zip(blocks, uses):
        check_first_uses('nodes', used, len(block['nodes']))
        if len(set(block['nodes'])) != len(block['nodes']):
            raise malformed('a node appears twice')


def node_indexes(anchor):
    if 'stateProof' not in anchor:
        return anchor['trieProof']
    return [index for name in STATE_PROOF for index in anchor['stateProof'][name]]


def check_first_uses(what, uses, count):
    """Checks that `uses` names 0 … count − 1, each for the first time in this order."""
    named = 0
    for use in uses:
        if use > named:
            raise malformed(f'the {what} are not in the order of their first use')
        if use == named:
            named += 1
    if named != count:
        raise malformed(f'the {what} differ from those used')
