/** Hex with 0x, as JSON-RPC writes bytes and quantities. */
export type Hex = `0x${string}`

/** Returns 0x-prefixed hex: of bytes, or of a number as a JSON-RPC quantity. */
export function hexOf(value: Uint8Array | number): Hex {
  if (typeof value === 'number') return `0x${value.toString(16)}`
  return `0x${plainHex(value)}`
}

/** Returns hex without 0x. */
export function plainHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}

/** Returns the bytes of 0x-prefixed hex. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
