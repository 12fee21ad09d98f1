"""Witnesses: the way to the tree that they are about, and what can be checked without their keys."""

from tallystick.anchor import check_block, check_transaction
from tallystick.anchor_form import has_block
from tallystick.entry import sha256
from tallystick.refusal import Refused
from tallystick.tree import root_of

OTS = bytes.fromhex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108')


def check_witness(witness, root, now):
    if root_of(sha256(b'\0', bytes.fromhex(root)), witness).hex() != witness['root']:
        raise Refused('root', "the path of a witness does not lead to its tree's root")
    if 'recorded' in witness:
        check_record(witness['recorded'], bytes.fromhex(witness['token']), now)
    if witness['kind'] == 'opentimestamps' and not witness['ots'].startswith(OTS.hex() + witness['root']):
        raise Refused('digest', "the calendar's file is not an OpenTimestamps file of the tree's root", case='other')
    if witness['kind'] == 'chain':
        check_anchor(witness['anchor'], witness['root'], now)


def check_record(recorded, token, now):
    if root_of(sha256(b'\0', sha256(token)), recorded).hex() != recorded['root']:
        raise Refused('root', 'the path of a recorded token does not lead to its root')
    for anchor in recorded['anchors']:
        check_anchor(anchor, recorded['root'], now)


def check_anchor(anchor, root, now):
    check_transaction(anchor, root)
    if has_block(anchor):
        check_block(anchor, root, now)
