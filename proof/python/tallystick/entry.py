"""Commitments, leaves and checksums, which proofs and manifests share."""

import hashlib

from tallystick.refusal import Refused, malformed
from tallystick.strict_json import canonical


def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def check_checksum(document):
    rest = {name: value for name, value in document.items() if name != 'checksum'}
    if 'checksum' in document and sha256(canonical(rest).encode('utf-8')).hex() != document['checksum']:
        raise malformed('the document was changed: its checksum does not match')


def commitment_of(entry):
    """Returns the entry's commitment, computed from salt and details if it has them."""
    if 'details' not in entry:
        return bytes.fromhex(entry['commitment'])
    return sha256(bytes.fromhex(entry['salt']), canonical(entry['details']).encode('utf-8'))


def check_code(entry):
    code = entry.get('details', {}).get('code')
    if isinstance(code, str) and code != entry['code']:
        raise Refused('commitment', 'the code differs from the one in the details')


def leaf_of(entry, commitment):
    return sha256(b'\0', bytes.fromhex(entry['hash']), commitment)


def parent(left, right):
    return sha256(b'\1', left, right)
