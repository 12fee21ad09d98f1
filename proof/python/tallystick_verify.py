#!/usr/bin/env python3
"""Verifies Tallystick proofs and manifests, offline, with nothing but Python.

    python3 tallystick_verify.py FILE PROOF.json [--block-hash 0x...] [--json]

Written from docs/proof-format.md alone, as a second opinion on the verifier in TypeScript. One file, though a long
one: it can be carried anywhere, and read from top to bottom in the order of that document's checks.
"""

import argparse
import calendar
import hashlib
import json
import os
import re
import struct
import sys
import time
import unicodedata

MAX_INTEGER = 2**53 - 1


class Refused(Exception):
    """The evidence doesn't hold: the check that found it, the reason's code, and words."""

    def __init__(self, check, code, message):
        super().__init__(message)
        self.check, self.code, self.message = check, code, message


# ---- JSON: a strict reader, and the canonical form (RFC 8785) ----

MAX_DEPTH = 256


def read_json(data):
    """Returns the value that `data` (UTF-8 bytes) holds; all numbers are doubles, as in ECMAScript."""
    try:
        text = data.decode('utf-8')
        check_depth(text)
        return json.loads(
            text,
            parse_int=float,
            parse_float=float,
            parse_constant=not_json,
            object_pairs_hook=without_duplicates,
        )
    except (ValueError, RecursionError) as error:
        raise Refused('format', 'malformed', f'not JSON: {error}') from None


def check_depth(text):
    depth = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text, re.DOTALL):
        if found.group() in '[{':
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f'nested deeper than {MAX_DEPTH} levels')
        elif found.group() in ']}':
            depth -= 1


def not_json(name):
    raise ValueError(f'{name} is not JSON')


def without_duplicates(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError('a member appears twice')
    return members


def canonical(value):
    """Returns the RFC 8785 form. @raises ValueError for lone surrogates and infinite numbers."""
    if value is None:
        return 'null'
    if value is True:
        return 'true'
    if value is False:
        return 'false'
    if isinstance(value, float):
        return ecmascript_number(value)
    if isinstance(value, str):
        value.encode('utf-8')  # raises for a lone surrogate
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return '[' + ','.join(map(canonical, value)) + ']'
    names = sorted(value, key=utf16)
    return '{' + ','.join(canonical(name) + ':' + canonical(value[name]) for name in names) + '}'


def utf16(text):
    """Sorts as UTF-16 code units do."""
    return text.encode('utf-16-be', 'surrogatepass')


def ecmascript_number(value):
    if value in (float('inf'), float('-inf')):
        raise ValueError('a number is too large')
    if value == 0:
        return '0'
    sign = '-' if value < 0 else ''
    mantissa, exponent = f'{abs(value)!r}e0'.split('e')[:2]
    whole, _, fraction = mantissa.partition('.')
    digits = (whole + fraction).lstrip('0')
    point = int(exponent) + len(whole) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip('0')
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + '0' * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + '.' + digits[point:]
    if -6 < point <= 0:
        return sign + '0.' + '0' * -point + digits
    tail = '.' + digits[1:] if count > 1 else ''
    return f'{sign}{digits[0]}{tail}e{point - 1:+d}'


# ---- Hashes ----


def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


ROUND_CONSTANTS = []
ROTATIONS = [0] * 25
TARGETS = [0] * 25


def prepare_keccak():
    register = 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << ((1 << power) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        ROUND_CONSTANTS.append(constant)
    x, y = 1, 0
    for step in range(24):
        ROTATIONS[x + 5 * y] = (step + 1) * (step + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    for x in range(5):
        for y in range(5):
            TARGETS[x + 5 * y] = y + 5 * ((2 * x + 3 * y) % 5)


prepare_keccak()
LANE = 2**64 - 1


def keccak_f(a):
    for constant in ROUND_CONSTANTS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ (c[x - 4] << 1 & LANE | c[x - 4] >> 63) for x in range(5)]
        b = [0] * 25
        for i in range(25):
            lane, turn = a[i] ^ d[i % 5], ROTATIONS[i]
            b[TARGETS[i]] = lane << turn & LANE | lane >> 64 - turn
        a = [
            b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5])
            for y in (0, 5, 10, 15, 20)
            for x in range(5)
        ]
        a[0] ^= constant
    return a


def keccak256(data):
    rate = 136
    padded = bytearray(data) + b'\x01' + bytes(-(len(data) + 1) % rate)
    padded[-1] |= 0x80
    state = [0] * 25
    for start in range(0, len(padded), rate):
        for i, lane in enumerate(struct.unpack_from('<17Q', padded, start)):
            state[i] ^= lane
        state = keccak_f(state)
    return struct.pack('<4Q', *state[:4])


# ---- secp256k1 ----

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    1,
)
INFINITY = (0, 1, 0)


def double(point):
    """Doubles a point in Jacobian coordinates."""
    x, y, z = point
    if not y or not z:
        return INFINITY
    yy = y * y % P
    s = 4 * x * yy % P
    m = 3 * x * x % P
    x3 = (m * m - 2 * s) % P
    return x3, (m * (s - x3) - 8 * yy * yy) % P, 2 * y * z % P


def add(first, second):
    x1, y1, z1 = first
    x2, y2, z2 = second
    if not z1:
        return second
    if not z2:
        return first
    z11, z22 = z1 * z1 % P, z2 * z2 % P
    u1, u2 = x1 * z22 % P, x2 * z11 % P
    s1, s2 = y1 * z22 * z2 % P, y2 * z11 * z1 % P
    if u1 == u2:
        return double(first) if s1 == s2 else INFINITY
    h, r = u2 - u1, s2 - s1
    hh = h * h % P
    hhh, v = h * hh % P, u1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - s1 * hhh) % P, h * z1 * z2 % P


def recover(message, r, s, odd):
    """Returns the address that signed the hash `message`, or None if the signature is none."""
    if not 0 < r < N or not 0 < s < N:
        return None
    y = pow(r**3 + 7, (P + 1) // 4, P)
    if (y * y - r**3 - 7) % P:
        return None
    signed = (r, y if y & 1 == odd else P - y, 1)
    inverse = pow(r, -1, N)
    a, b = -int.from_bytes(message, 'big') * inverse % N, s * inverse % N
    both, key = add(G, signed), INFINITY
    for bit in range(255, -1, -1):  # a·G + b·signed in one pass
        key = double(key)
        pick = a >> bit & 1 | (b >> bit & 1) << 1
        if pick:
            key = add(key, (G, signed, both)[pick - 1])
    x, y, z = key
    if not z:
        return None
    z = pow(z, -1, P)
    public = (x * z * z % P).to_bytes(32, 'big') + (y * z * z * z % P).to_bytes(32, 'big')
    return keccak256(public)[12:]


# ---- RLP ----


def rlp_decode(data):
    """Returns bytes or nested lists. @raises ValueError unless `data` is exactly one canonical item."""
    item, end = rlp_item(data, 0, 0)
    if end != len(data):
        raise ValueError('bytes after the RLP item')
    return item


MAX_RLP_DEPTH = 100


def rlp_item(data, at, depth):
    if at >= len(data):
        raise ValueError('the RLP ends too early')
    first = data[at]
    if first < 0x80:
        return data[at : at + 1], at + 1
    is_list = first >= 0xC0
    length = first - (0xC0 if is_list else 0x80)
    start = at + 1
    if length > 55:
        size = length - 55
        if start + size > len(data):
            raise ValueError('the RLP ends too early')
        length = int.from_bytes(data[start : start + size], 'big')
        if data[start] == 0 or length <= 55:
            raise ValueError('the RLP is not canonical')
        start += size
    end = start + length
    if end > len(data):
        raise ValueError('the RLP ends too early')
    if not is_list:
        if length == 1 and data[start] < 0x80:
            raise ValueError('the RLP is not canonical')
        return data[start:end], end
    if depth == MAX_RLP_DEPTH:
        raise ValueError('the RLP is nested too deep')
    items = []
    while start < end:
        item, start = rlp_item(data, start, depth + 1)
        items.append(item)
    if start != end:
        raise ValueError('an RLP item exceeds its list')
    return items, end


def rlp_encode(item):
    if isinstance(item, list):
        body = b''.join(map(rlp_encode, item))
        return rlp_head(0xC0, len(body)) + body
    return item if len(item) == 1 and item[0] < 0x80 else rlp_head(0x80, len(item)) + item


def rlp_head(base, length):
    if length <= 55:
        return bytes([base + length])
    size = to_bytes(length)
    return bytes([base + 55 + len(size)]) + size


def to_bytes(number):
    return number.to_bytes((number.bit_length() + 7) // 8, 'big')


def to_integer(item, what):
    if not isinstance(item, bytes) or item[:1] == b'\0' or len(item) > 32:
        raise ValueError(f'{what} is not an integer')
    return int.from_bytes(item, 'big')


# ---- Transactions ----

# The number of fields of each type, without the signature's three.
FIELDS = {1: 8, 2: 9, 3: 11, 4: 10}
SELECTOR = bytes.fromhex('eecdf927')


def transaction_facts(raw):
    """Returns chain ID, recipient, input and signer. @raises ValueError if `raw` is no signed transaction."""
    if raw[:1] >= b'\xc0':
        fields = rlp_decode(raw)
        if not isinstance(fields, list) or len(fields) != 9:
            raise ValueError('a legacy transaction has 9 fields')
        v = to_integer(fields[6], 'v')
        if v < 35:
            raise ValueError('the transaction names no chain')
        chain_id, odd = (v - 35) // 2, (v - 35) % 2
        unsigned = rlp_encode(fields[:6] + [to_bytes(chain_id), b'', b''])
        integers, to, data = [0, 1, 2, 4], fields[3], fields[5]
    else:
        kind = raw[0]
        if kind not in FIELDS:
            raise ValueError(f'transactions of type {kind} are unknown')
        fields = rlp_decode(raw[1:])
        count = FIELDS[kind]
        if not isinstance(fields, list) or len(fields) != count + 3:
            raise ValueError(f'a transaction of type {kind} has {count + 3} fields')
        chain_id, odd = to_integer(fields[0], 'the chain ID'), to_integer(fields[-3], 'the parity')
        if odd > 1:
            raise ValueError('the parity is neither 0 nor 1')
        unsigned = raw[:1] + rlp_encode(fields[:-3])
        recipient = 4 if kind == 1 else 5
        integers = [*range(recipient), recipient + 1]
        to, data = fields[recipient], fields[recipient + 2]
        check_access_list(fields[recipient + 3])
        if kind == 3:
            integers.append(9)
            check_hashes(fields[10])
        if kind == 4:
            check_authorisations(fields[9])
    for index in integers:
        to_integer(fields[index], 'a field of the transaction')
    if not isinstance(to, bytes) or not isinstance(data, bytes):
        raise ValueError('a field of the transaction is a list')
    r, s = to_integer(fields[-2], 'r'), to_integer(fields[-1], 's')
    if s > N // 2:
        raise ValueError('s of the signature is in the upper half')
    signer = recover(keccak256(unsigned), r, s, odd)
    if signer is None:
        raise ValueError('the signature is invalid')
    return chain_id, to, data, signer


def check_access_list(entries):
    if not isinstance(entries, list):
        raise ValueError('the access list is no list')
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2 or not is_bytes(entry[0], 20):
            raise ValueError('the access list is malformed')
        check_hashes(entry[1])


def check_hashes(hashes):
    if not isinstance(hashes, list) or not all(is_bytes(each, 32) for each in hashes):
        raise ValueError('a list of hashes is malformed')


def check_authorisations(entries):
    if not isinstance(entries, list):
        raise ValueError('the authorisation list is no list')
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 6 or not is_bytes(entry[1], 20):
            raise ValueError('the authorisation list is malformed')
        for index in (0, 2, 3, 4, 5):
            to_integer(entry[index], 'a field of an authorisation')


def is_bytes(item, length):
    return isinstance(item, bytes) and len(item) == length


# ---- Block headers and the trie ----


def header_facts(header):
    """Returns transactionsRoot, number and time. @raises ValueError if `header` is no header."""
    items = rlp_decode(header)
    if not isinstance(items, list) or len(items) < 15:
        raise ValueError('the header is too short')
    if not is_bytes(items[4], 32):
        raise ValueError('the header has no transactions root')
    return items[4], to_integer(items[8], 'the block number'), to_integer(items[11], 'the block time')


def trie_value(root, key, nodes):
    """Returns the value under `key`. @raises ValueError unless exactly `nodes` lead from `root` to it."""
    nibbles = [nibble for byte in key for nibble in (byte >> 4, byte & 15)]
    listed = iter(nodes)
    reference = root
    while True:
        if isinstance(reference, list):
            node = reference
        elif is_bytes(reference, 32):
            encoded = next(listed, None)
            if encoded is None:
                raise ValueError('a node of the trie is missing')
            if keccak256(encoded) != reference:
                raise ValueError('a node of the trie has another hash')
            if len(encoded) < 32 and reference is not root:
                raise ValueError('a short node of the trie is not embedded')
            node = rlp_decode(encoded)
        else:
            raise ValueError('the trie ends before the key does')
        if not isinstance(node, list) or len(node) not in (2, 17):
            raise ValueError('a node of the trie is malformed')
        if node is reference and len(rlp_encode(node)) >= 32:
            raise ValueError('a long node of the trie is embedded')
        if len(node) == 17:
            if not nibbles:
                value = node[16]
                break
            reference, nibbles = node[nibbles[0]], nibbles[1:]
            continue
        path, is_leaf = hex_prefix(node[0])
        if nibbles[: len(path)] != path:
            raise ValueError('the trie has no such key')
        nibbles = nibbles[len(path) :]
        if is_leaf:
            if nibbles:
                raise ValueError('the trie has no such key')
            value = node[1]
            break
        if not path:
            raise ValueError('an extension of the trie is empty')
        reference = node[1]
    if next(listed, None) is not None:
        raise ValueError('a node of the trie is left over')
    if not isinstance(value, bytes) or not value:
        raise ValueError('the trie has no such value')
    return value


def hex_prefix(item):
    if not isinstance(item, bytes) or not item or item[0] >> 4 > 3:
        raise ValueError('a path of the trie is malformed')
    nibbles = [nibble for byte in item for nibble in (byte >> 4, byte & 15)]
    flags = nibbles[0]
    if not flags & 1 and nibbles[1]:
        raise ValueError('a path of the trie is malformed')
    return nibbles[1 if flags & 1 else 2 :], flags >= 2


# ---- The form of documents ----


def matching(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def hex_bytes(length):
    return matching(f'[0-9a-f]{{{2 * length}}}')


def chain_bytes(length):
    return matching(f'0x[0-9a-f]{{{2 * length}}}')


def is_index(value):
    return isinstance(value, float) and 0 <= value <= MAX_INTEGER and value.is_integer()


def is_size(value):
    return is_index(value) and value >= 1


def is_network(value):
    return (
        isinstance(value, str)
        and 1 <= len(value) <= 200
        and all(unicodedata.category(each) not in ('Cc', 'Cf', 'Cs', 'Zl', 'Zp') for each in value)
    )


def is_folder_name(value):
    return (
        isinstance(value, str)
        and 1 <= len(value) <= 255
        and all(unicodedata.category(each) not in ('Cc', 'Cs', 'Zl', 'Zp') for each in value)
    )


def one_of(*values):
    return lambda value: isinstance(value, str) and value in values


def array_of(rule, least, most=None):
    return (
        lambda value: isinstance(value, list)
        and least <= len(value)
        and (most is None or len(value) <= most)
        and all(map(rule, value))
    )


def is_object(value):
    return isinstance(value, dict)


def is_boolean(value):
    return isinstance(value, bool)


is_text = lambda value: isinstance(value, str)  # noqa: E731
is_hash = hex_bytes(32)
is_chain_hash = chain_bytes(32)
is_chain_bytes = matching('0x(?:[0-9a-f]{2})+')
is_code = matching('[A-Za-z0-9_-]{1,64}')
is_state = one_of('submitted', 'confirmed', 'final')
is_block_time = matching(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.000Z')
is_time = matching(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z')

PROOF = {
    'format': is_text,
    'version': is_index,
    'hash': matching('[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}'),
    'kind': one_of('stamp', 'file', 'change'),
    'code': is_code,
    'salt': hex_bytes(16),
    'details': is_object,
    'commitment': is_hash,
    'leafIndex': is_index,
    'treeSize': is_size,
    'path': array_of(is_hash, 0, 53),
    'root': is_hash,
    'state': is_state,
    'anchors': array_of(is_object, 1, 16),
    'checksum': is_hash,
}

TRANSACTION = {
    'chain': matching('eip155:[1-9][0-9]{0,31}'),
    'network': is_network,
    'private': is_boolean,
    'contract': chain_bytes(20),
    'notary': chain_bytes(20),
    'transactionId': is_chain_hash,
    'rawTransaction': is_chain_bytes,
    'state': is_state,
}

BLOCK = {
    'header': is_chain_bytes,
    'blockHash': is_chain_hash,
    'blockNumber': is_index,
    'blockTime': is_block_time,
}

INCLUSION = {'transactionIndex': is_index, 'trieProof': array_of(is_chain_bytes, 1, 64), **BLOCK}

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

FILE = {
    'path': is_text,
    'size': is_index,
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
    'anchors': array_of(is_object, 1, 16),
}

REFERENCES = {'transactionIndex': is_index, 'block': is_index, 'trieProof': array_of(is_index, 1, 64)}

MANIFEST_BLOCK = {**BLOCK, 'nodes': array_of(is_chain_bytes, 1)}


def malformed(message):
    return Refused('format', 'malformed', message)


def check_members(value, what, rules, optional=()):
    if not isinstance(value, dict):
        raise malformed(f'{what} is not an object')
    for name in value:
        if name not in rules:
            raise malformed(f'{what} has an unknown member')
    for name, rule in rules.items():
        if name not in value:
            if name not in optional:
                raise malformed(f'{what} lacks {name}')
        elif not rule(value[name]):
            raise malformed(f'{name} of {what} is malformed')


def check_kind(document, name):
    if not isinstance(document, dict):
        raise malformed('the document is not an object')
    if document.get('format') != name or document.get('version') != 1 or document['version'] is True:
        raise Refused('format', 'unsupported', f'not a {name} of version 1')


def check_anchor(anchor, inclusion):
    optional = inclusion if anchor.get('state') == 'submitted' else ()
    check_members(anchor, 'an anchor', {**TRANSACTION, **inclusion}, optional)
    if optional and any(name in anchor for name in inclusion):
        raise malformed('an anchor in no block names one')


def check_pair(holder, what):
    if ('salt' in holder) != ('details' in holder):
        raise malformed(f'{what} has only one of salt and details')


def furthest(anchors):
    states = ['submitted', 'confirmed', 'final']
    return max((anchor['state'] for anchor in anchors), key=states.index)


def check_proof_form(proof):
    check_kind(proof, 'tallystick-proof')
    check_members(proof, 'the proof', PROOF, ('salt', 'details', 'checksum'))
    check_pair(proof, 'the proof')
    if proof['kind'] != 'stamp' and len(proof['hash']) != 64:
        raise malformed('the hash of a file or change is not SHA-256')
    for anchor in proof['anchors']:
        check_anchor(anchor, INCLUSION)
    if proof['state'] != furthest(proof['anchors']):
        raise malformed('state is not the furthest state of the anchors')


# ---- The checks of a proof ----


def check_checksum(document):
    if 'checksum' not in document:
        return
    rest = {name: value for name, value in document.items() if name != 'checksum'}
    try:
        found = sha256(canonical(rest).encode('utf-8')).hex()
    except ValueError as error:
        raise Refused('checksum', 'malformed', f'the document has no canonical form: {error}') from None
    if found != document['checksum']:
        raise Refused('checksum', 'malformed', 'the document is damaged: its checksum differs')


def check_digest(document, digest):
    if digest is not None and digest != document['hash']:
        raise Refused('digest', 'digest', 'the file has another fingerprint than the one proven')


def commitment_of(entry):
    """Returns the entry's commitment as 32 bytes, computed from salt and details if it has them."""
    if 'details' not in entry:
        return bytes.fromhex(entry['commitment'])
    try:
        text = canonical(entry['details'])
    except ValueError as error:
        raise Refused('commitment', 'commitment', f'the details have no canonical form: {error}') from None
    code = entry['details'].get('code')
    if isinstance(code, str) and code != entry['code']:
        raise Refused('commitment', 'commitment', 'the details belong to another code')
    return sha256(bytes.fromhex(entry['salt']), text.encode('utf-8'))


def leaf_of(entry, commitment):
    return sha256(b'\0', bytes.fromhex(entry['hash']), commitment)


def parent(left, right):
    return sha256(b'\1', left, right)


def check_tree(proof):
    at, size = int(proof['leafIndex']), int(proof['treeSize'])
    if at >= size:
        raise Refused('tree', 'tree', 'leafIndex is outside of the tree')
    last, rest = size - 1, [bytes.fromhex(each) for each in reversed(proof['path'])]
    node = leaf_of(proof, bytes.fromhex(proof['commitment']))
    while last:
        if at & 1 or at < last:
            if not rest:
                raise Refused('tree', 'tree', 'the path is too short')
            sibling = rest.pop()
            node = parent(sibling, node) if at & 1 else parent(node, sibling)
        at, last = at >> 1, last >> 1
    if rest:
        raise Refused('tree', 'tree', 'the path is too long')
    if node.hex() != proof['root']:
        raise Refused('tree', 'root', 'the path leads to another root')


def chain_value(text):
    return bytes.fromhex(text[2:])


def check_transaction(anchor, root):
    def refused(message):
        return Refused('transaction', 'anchor', message)

    raw = chain_value(anchor['rawTransaction'])
    if keccak256(raw) != chain_value(anchor['transactionId']):
        raise refused('the transaction has another ID')
    try:
        chain_id, to, data, signer = transaction_facts(raw)
    except ValueError as error:
        raise refused(f'not a signed transaction: {error}') from None
    if f'eip155:{chain_id}' != anchor['chain']:
        raise refused('the transaction is for another chain')
    if to != chain_value(anchor['contract']):
        raise refused('the transaction goes to another contract')
    if signer != chain_value(anchor['notary']):
        raise refused('the transaction has another signer')
    if data != SELECTOR + bytes.fromhex(root):
        raise refused('the transaction carries another root')


def check_block(anchor):
    def refused(message):
        return Refused('block', 'anchor', message)

    header = chain_value(anchor['header'])
    if keccak256(header) != chain_value(anchor['blockHash']):
        raise refused('the header has another hash')
    try:
        root, number, seconds = header_facts(header)
    except ValueError as error:
        raise refused(f'not a block header: {error}') from None
    if number != anchor['blockNumber']:
        raise refused('the header has another block number')
    if seconds != seconds_of(anchor['blockTime']):
        raise refused('the header has another time')
    try:
        nodes = [chain_value(node) for node in anchor['trieProof']]
        value = trie_value(root, rlp_encode(to_bytes(int(anchor['transactionIndex']))), nodes)
    except ValueError as error:
        raise Refused('block', 'trie', f'the transaction is not in the block: {error}') from None
    if value != chain_value(anchor['rawTransaction']):
        raise Refused('block', 'trie', 'another transaction is at this position in the block')


def seconds_of(text):
    try:
        return calendar.timegm(time.strptime(text, '%Y-%m-%dT%H:%M:%S.000Z'))
    except ValueError:
        return None


def has_block(anchor):
    return anchor['state'] != 'submitted'


def verify_proof(proof, digest=None, block_hash=None):
    """Verifies a parsed proof; `digest` is the hash of the file in hex. @raises Refused at the first failure."""
    check_proof_form(proof)
    check_checksum(proof)
    check_digest(proof, digest)
    if 'details' in proof and commitment_of(proof).hex() != proof['commitment']:
        raise Refused('commitment', 'commitment', 'salt and details have another commitment')
    check_tree(proof)
    for anchor in proof['anchors']:
        check_transaction(anchor, proof['root'])
    anchors = [anchor for anchor in proof['anchors'] if has_block(anchor)]
    for anchor in anchors:
        check_block(anchor)
    return judge(anchors, bool(anchors), block_hash)


def judge(anchors, anchored, block_hash):
    caveats = []
    if not anchored:
        caveats.append('not-anchored')
    vouched = block_hash is not None and any(anchor['blockHash'] == block_hash for anchor in anchors)
    if block_hash is not None and not vouched:
        raise Refused('trust', 'block', 'no anchor has the block hash given')
    return {'outcome': 'confirmed' if vouched else 'consistent', 'caveats': caveats, 'anchors': anchors}


# ---- Manifests ----


def check_manifest_form(manifest):
    check_kind(manifest, 'tallystick-manifest')
    check_members(manifest, 'the manifest', MANIFEST)
    check_members(manifest['folder'], 'the folder', FOLDER, ('createdAt',))
    for file in manifest['files']:
        check_members(file, 'a file', FILE, ('salt', 'details', 'commitment'))
        check_pair(file, 'a file')
        if ('details' in file) == ('commitment' in file):
            raise malformed('a file has either salt and details or a commitment')
        check_path(file['path'])
    check_order_of_paths([file['path'] for file in manifest['files']])
    for batch in manifest['batches']:
        check_members(batch, 'a batch', BATCH)
        for anchor in batch['anchors']:
            check_anchor(anchor, REFERENCES)
    for block in manifest['blocks']:
        check_members(block, 'a block', MANIFEST_BLOCK)
    check_references(manifest)


def check_path(path):
    if not 1 <= len(utf16(path)) // 2 <= 4096:
        raise malformed('a path is empty or too long')
    if '\\' in path or any(unicodedata.category(each) in ('Cc', 'Cs') for each in path):
        raise malformed('a path has a refused character')
    if re.match('[A-Za-z]:', path):
        raise malformed('a path starts with a drive')
    if any(segment in ('', '.', '..') for segment in path.split('/')):
        raise malformed('a path has a refused segment')


def check_order_of_paths(paths):
    units = [utf16(path) for path in paths]
    if any(first >= second for first, second in zip(units, units[1:])):
        raise malformed('the paths are not in ascending order')
    known = set(paths)
    for path in paths:
        segments = path.split('/')
        if any('/'.join(segments[:count]) in known for count in range(1, len(segments))):
            raise malformed('a path is below a file')


def check_references(manifest):
    batches, blocks = manifest['batches'], manifest['blocks']
    check_first_uses('batches', [file['batch'] for file in manifest['files']], len(batches))
    anchors = [anchor for batch in batches for anchor in batch['anchors'] if has_block(anchor)]
    check_first_uses('blocks', [anchor['block'] for anchor in anchors], len(blocks))
    hashes = [block['blockHash'] for block in blocks]
    if len(set(hashes)) != len(hashes):
        raise malformed('a block appears twice')
    for index, block in enumerate(blocks):
        uses = [node for anchor in anchors if anchor['block'] == index for node in anchor['trieProof']]
        check_first_uses('nodes', uses, len(block['nodes']))
        if len(set(block['nodes'])) != len(block['nodes']):
            raise malformed('a node appears twice')


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


def check_multipath(batch, entries):
    """Checks that the leaves of `entries`, {index: leaf}, and the siblings give the batch's root."""

    def refused(message, code='tree'):
        return Refused('tree', code, message)

    last = int(batch['treeSize']) - 1
    if any(index > last for index in entries):
        raise refused('leafIndex is outside of the tree')
    rest = [bytes.fromhex(each) for each in reversed(batch['siblings'])]
    level = sorted(entries.items())

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
        raise refused('the leaves lead to another root', 'root')


def whole_anchor(anchor, blocks):
    """Returns the anchor as a proof has it."""
    if not has_block(anchor):
        return anchor
    block = blocks[int(anchor['block'])]
    nodes = [block['nodes'][int(index)] for index in anchor['trieProof']]
    return {**anchor, **{name: block[name] for name in BLOCK}, 'trieProof': nodes}


def verify_manifest(manifest, block_hash=None):
    """Verifies a parsed manifest. @raises Refused at the first failure."""
    check_manifest_form(manifest)
    check_checksum(manifest)
    anchored, anchors = bool(manifest['files']), []
    entries = [{} for _ in manifest['batches']]
    for file in manifest['files']:
        leaves, index = entries[int(file['batch'])], int(file['leafIndex'])
        if index in leaves:
            raise Refused('tree', 'tree', 'two files have the same leaf')
        leaves[index] = leaf_of(file, commitment_of(file))
    for batch, leaves in zip(manifest['batches'], entries):
        check_multipath(batch, leaves)
    for file in manifest['files']:
        batch = manifest['batches'][int(file['batch'])]
        if all(anchor['transactionId'] != file['transactionId'] for anchor in batch['anchors']):
            raise Refused('transaction', 'anchor', 'the transaction of a file is not one of its batch')
    for batch in manifest['batches']:
        for anchor in batch['anchors']:
            check_transaction(anchor, batch['root'])
    for batch in manifest['batches']:
        found = [whole_anchor(anchor, manifest['blocks']) for anchor in batch['anchors'] if has_block(anchor)]
        for anchor in found:
            check_block(anchor)
        anchors += found
        anchored = anchored and bool(found)
    return judge(anchors, anchored, block_hash)
