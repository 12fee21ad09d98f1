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
    if witness['kind'] == 'opentimestamps' and not witness['ots'].startswith(OTS.hex() + witness['root']):
        raise Refused('digest', "the calendar's file is not an OpenTimestamps file of the tree's root", case='other')
    if witness['kind'] == 'chain':
        check_transaction(witness['anchor'], witness['root'])
        if has_block(witness['anchor']):
            check_block(witness['anchor'], witness['root'], now)
