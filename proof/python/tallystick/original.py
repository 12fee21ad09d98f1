"""Stamped copies and the documents they were made from."""

import os
import re

MARKER = re.compile(rb'\n%tallystick-original ([1-9]\d{0,15})\n')
TAIL_BYTES = 4 * 1024 * 1024


def original_of(proof):
    """Returns the hash of the document that a stamped copy was made from, as the details name it; None without one."""
    named = proof.get('details', {}).get('originalDocHash')
    original = named.lower() if isinstance(named, str) else ''
    fits = original != proof['hash'] and len(original) == len(proof['hash']) and re.fullmatch('[0-9a-f]+', original)
    return original if fits else None


def original_length(path):
    """Returns the length of the document that a file begins with; None when no line of the file says so where that ends."""
    size = os.path.getsize(path)
    start = max(0, size - TAIL_BYTES)
    with open(path, 'rb') as file:
        file.seek(start)
        tail = file.read(TAIL_BYTES)
    # Overlaps don't occur: each line begins and ends with a newline, and holds none. Of several, the last counts.
    found = [start + at for at, length in markers(tail) if start + at == length]
    return found[-1] if found else None


def markers(tail):
    at = 0
    while match := MARKER.search(tail, at):
        yield match.start(), int(match.group(1))
        # The newline that ends one may begin the next.
        at = match.end() - 1


def original_caveat(proof, digest, start):
    """Returns the facts that say how a file that fits relates to the original that its proof names; none when it names none.

    `start` is the length and the digest of the document that the file begins with, or None.
    """
    original = original_of(proof)
    if original is None:
        return []
    if digest == original:
        return [{'case': 'given', 'copy': proof['hash']}]
    if start and start[1] == original:
        return [{'case': 'inside', 'original': original, 'bytes': start[0]}]
    return [{'case': 'claimed', 'original': original}]
