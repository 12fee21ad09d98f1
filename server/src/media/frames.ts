/** Between the service and a media process, in both directions: a length of 4 bytes (little endian) and as many bytes. */
export const frameBytesMax = 1 << 20

const headBytes = 4

/** Bytes as a frame. An empty one is a frame too. */
export function frameOf(...payload: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(headBytes)
  const frame = Buffer.concat([head, ...payload])
  frame.writeUInt32LE(frame.length - headBytes)
  return frame
}

/**
 * The frames in a stream, until it ends; what is left of a frame then is dropped.
 *
 * @throws Error for a frame longer than {@link frameBytesMax}
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
