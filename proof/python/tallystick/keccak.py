"""Keccak-256 as Ethereum uses it, which is not SHA3-256."""

import functools
import struct

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


# Anchors of one block share its header and trie nodes.
@functools.lru_cache(maxsize=1024)
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
