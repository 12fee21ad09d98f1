/** Maximum payload of a frame: a 4-byte little-endian length and as many bytes, in both directions between service and process. */
const frameBytesMax = 1 << 20

const headBytes = 4

/** Encodes a payload, possibly empty, as a frame. */
export function frameOf(...payload: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(headBytes)
  const frame = Buffer.concat([head, ...payload])
  frame.writeUInt32LE(frame.length - headBytes)
  return frame
}

/**
 * Reads the frames of a stream until it ends. Discards an incomplete last frame.
 *
 * @throws {Error} when a frame is longer than {@link frameBytesMax}
 */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk])
    while (pending.length >= headBytes) {
      const end = headBytes + pending.readUInt32LE()
      if (end - headBytes > frameBytesMax) throw new Error(`a frame of ${end - headBytes} bytes`)
      if (pending.length < end) break
      yield pending.subarray(headBytes, end)
      pending = pending.subarray(end)
    }
  }
}
