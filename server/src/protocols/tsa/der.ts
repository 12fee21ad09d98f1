const integerTag = 0x02
const constructedBit = 0x20
const highTag = 0x1f

/**
 * Whether bytes are one value in DER (ITU-T X.690 §10), as far as a token depends on it: definite lengths in the fewest bytes, and
 * integers in theirs. A token repeats the nonce of its request, and openssl can't read one in any other form.
 */
export function isDer(bytes: Uint8Array): boolean {
  return endOf(bytes, 0, bytes.length) === bytes.length
}

/** Returns where the value that begins at `at` ends; -1 when it isn't DER. */
function endOf(bytes: Uint8Array, at: number, limit: number): number {
  const tag = bytes[at]
  const begin = contentOf(bytes, at + 1, limit)
  if (tag === undefined || (tag & highTag) === highTag || begin === null) return -1
  const { from, to } = begin
  if (tag === integerTag && !isShortest(bytes.subarray(from, to))) return -1
  if ((tag & constructedBit) === 0) return to
  for (let next = from; next < to; ) {
    next = endOf(bytes, next, to)
    if (next === -1) return -1
  }
  return to
}

/** Reads a length, and returns the bounds of the content after it; null when it isn't DER or exceeds the limit. */
function contentOf(bytes: Uint8Array, at: number, limit: number): { from: number; to: number } | null {
  const first = bytes[at] ?? 0x80
  const count = first < 0x80 ? 0 : first - 0x80
  // 0x80 is the indefinite form. Requests are small: two bytes are enough.
  if (first === 0x80 || count > 2) return null
  const [high = 0, low = 0] = bytes.subarray(at + 1, at + 1 + count)
  const length = count === 0 ? first : count === 1 ? high : high * 256 + low
  if ((count === 1 && length < 0x80) || (count === 2 && length < 0x100)) return null
  const from = at + 1 + count
  return from + length <= limit ? { from, to: from + length } : null
}

/** An integer has at least one byte, and its first nine bits differ. */
function isShortest(content: Uint8Array): boolean {
  const [first, second] = content
  if (first === undefined) return false
  if (second === undefined) return true
  return first === 0 ? second >= 0x80 : first === 0xff ? second < 0x80 : true
}
