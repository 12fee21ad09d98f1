import { COPY_BYTES_MAX, CopyError, makeCopy, readPages, timestampQuery, timestampTokenOf } from '@tallystick/sdk/copy'
import { createCRC32, createSHA256, type IHasher } from 'hash-wasm'
import type { MakeRequest, ToPage, ToWorker } from './copy-maker.js'

const hashers = { sha256: createSHA256(), crc32: createCRC32() }

/** Takes the answer to what was asked last. */
let answered: (response: Uint8Array | null) => void = () => undefined

const post = (message: ToPage) => postMessage(message)

function ask(message: ToPage): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    answered = resolve
    post(message)
  })
}

/** Over plain HTTP, browsers keep the digests that a timestamp needs from pages. */
const canTimestamp = globalThis.crypto?.subtle !== undefined

async function make({ file, hash, terms, isSealed, isTimed }: MakeRequest): Promise<ToPage> {
  const original = await bytesOf(file)
  // It was hashed before: what has changed since is another document.
  if ((await digestOf('sha256', original)) !== hash) return { kind: 'refused', reason: 'unreadable' }
  const seal = async (digest: Uint8Array) => {
    const signature = await ask({ kind: 'digest', digest })
    if (signature === null) throw new CopyError('seal')
    return signature
  }
  const timestamp = async (digest: Uint8Array) => {
    const response = await ask({ kind: 'query', query: timestampQuery(digest) })
    return response && timestampTokenOf(response)
  }
  const copy = await makeCopy(original, {
    ...terms,
    ...(isSealed && { seal }),
    ...(isTimed && canTimestamp && { timestamp }),
  })
  const [sha256, crc32] = [await digestOf('sha256', copy), await digestOf('crc32', copy)]
  return {
    kind: 'made',
    hash: sha256,
    crc: Number.parseInt(crc32, 16),
    tail: new Blob([copy.slice(original.length)]),
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > COPY_BYTES_MAX) throw new CopyError('too_large')
  return new Uint8Array(await file.arrayBuffer())
}

async function digestOf(algorithm: keyof typeof hashers, bytes: Uint8Array): Promise<string> {
  const hasher: IHasher = (await hashers[algorithm]).init()
  return hasher.update(bytes).digest('hex')
}

/** A document that can't be read was moved or changed. Other errors are damage that the library has no name for. */
function refusal(error: unknown): ToPage {
  if (error instanceof CopyError) return { kind: 'refused', reason: error.code }
  if (error instanceof DOMException) return { kind: 'refused', reason: 'unreadable' }
  return { kind: 'refused', reason: 'damaged' }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'answer') answered(data.response)
  else if (data.kind === 'make') make(data).then(post, (error: unknown) => post(refusal(error)))
  else
    bytesOf(data.file)
      .then(readPages)
      .then(
        (pages) => post({ kind: 'pages', pages }),
        (error: unknown) => post(refusal(error)),
      )
})
