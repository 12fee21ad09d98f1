"""Files and folders on the disk, compared with what was recorded."""

import hashlib
import os

from tallystick.original import original_of
from tallystick.refusal import Refused

CHUNK_BYTES = 1 << 20


def file_digest(path, algorithm='sha256', length=None):
    """Returns the hash of the file in hex, or of its first bytes."""
    found = hashlib.new(algorithm)
    with open(path, 'rb') as file:
        left = float('inf') if length is None else length
        while chunk := file.read(min(CHUNK_BYTES, left)):
            found.update(chunk)
            left -= len(chunk)
    return found.hexdigest()


def compare_folder(manifest, path):
    """Compares a folder, or one file, with a manifest that passed its checks. Files not in the manifest don't matter.

    @raises Refused if a listed file is missing or changed, or the one file isn't listed
    """
    if not os.path.isdir(path):
        digest = file_digest(path)
        if all(digest not in (file['hash'], original_of(file)) for file in manifest['files']):
            detail = f'the manifest lists no file with this content: {digest}'
            raise Refused('digest', detail, case='absent', given=digest)
        return
    problems = {'changed': 0, 'missing': 0}
    for file in manifest['files']:
        # A form with separators, without dots: it stays inside the folder.
        inside = os.path.join(path, *file['path'].split('/'))
        if not os.path.isfile(inside):
            problems['missing'] += 1
        elif file_digest(inside) != file['hash']:
            problems['changed'] += 1
    found = {problem: count for problem, count in problems.items() if count}
    if found:
        raise Refused('folder', 'the folder differs from its manifest', **found)
