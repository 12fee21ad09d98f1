"""Recovery of the address that signed (secp256k1)."""

from tallystick.keccak import keccak256

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
