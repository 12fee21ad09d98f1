import { createSHA256, createSHA384, createSHA512, type IHasher } from 'hash-wasm'
import type { Algorithm, HashReply, HashRequest } from './messages.js'

const chunkBytes = 8 * 1024 * 1024
const make: Record<Algorithm, () => Promise<IHasher>> = {
  sha256: createSHA256,
  sha384: createSHA384,
  sha512: createSHA512,
}
const reply = (message: HashReply) => postMessage(message)

/** Two chunks are in memory, however large the file is: one is hashed while the next one is read. */
async function hash({ file, algorithm }: HashRequest): Promise<string> {
  const hasher = (await make[algorithm]()).init()
  const read = (at: number) => file.slice(at, at + chunkBytes).arrayBuffer()
  let next = read(0)
  for (let at = 0; at < file.size; at += chunkBytes) {
    const chunk = await next
    next = read(at + chunkBytes)
    hasher.update(new Uint8Array(chunk))
    reply({ bytes: Math.min(at + chunkBytes, file.size) })
  }
  await next
  return hasher.digest('hex')
}

addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  hash(data).then(
    (hash) => reply({ hash }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  )
})
