import { unpacked } from '@tallystick/proof'
import { createSHA256, createSHA384, createSHA512, type IHasher } from 'hash-wasm'
import type { Algorithm, HashReply, HashRequest } from './hash-file.js'

const bufferBytes = 2 * 1024 * 1024
/** Larger files are read as a stream. */
const streamBytes = 32 * 1024 * 1024
const make: Record<Algorithm, () => Promise<IHasher>> = {
  sha256: createSHA256,
  sha384: createSHA384,
  sha512: createSHA512,
}
const reply = (message: HashReply) => postMessage(message)

/** Interval of progress messages. */
const progressBytes = 4 * 1024 * 1024

/** One per algorithm: creating one takes longer than hashing a small file. */
const hashers: Partial<Record<Algorithm, Promise<IHasher>>> = {}

/** Handles one file at a time; the caller waits for the answer. */
function hash({ file, algorithm, isWhole, entry }: HashRequest): Promise<string> {
  if (isWhole) return hashWhole(file, algorithm)
  return entry === undefined
    ? hashPieces(file.size, algorithm, (take) => readPieces(file, take))
    : hashPieces(entry.size, algorithm, (take) => readStream(unpacked(entry, file.stream()), take))
}

const digestNames = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const

/** The browser's own digest uses instructions of the processor that WebAssembly lacks, but takes all bytes at once. */
async function hashWhole(file: Blob, algorithm: Algorithm): Promise<string> {
  const bytes = await file.arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest(digestNames[algorithm], bytes))
  reply({ bytes: file.size })
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Take = (piece: Uint8Array) => void

/** @param read passes all pieces on, in order */
async function hashPieces(size: number, algorithm: Algorithm, read: (take: Take) => Promise<void>): Promise<string> {
  hashers[algorithm] ??= make[algorithm]()
  const hasher = (await hashers[algorithm]).init()
  let done = 0
  let reported = 0
  await read((piece) => {
    hasher.update(piece)
    done += piece.byteLength
    if (done - reported < progressBytes && done < size) return
    reported = done
    reply({ bytes: done })
  })
  return hasher.digest('hex')
}

/**
 * Reads a file in pieces. A stream refills one buffer, whereas slices would allocate many that are collected late; for small
 * files a stream is not worth it.
 */
async function readPieces(file: Blob, take: Take): Promise<void> {
  const reader = file.size > streamBytes ? byteReader(file.stream()) : null
  if (reader === null) {
    for (let at = 0; at < file.size; at += bufferBytes) {
      take(new Uint8Array(await file.slice(at, at + bufferBytes).arrayBuffer()))
    }
    return
  }
  for (let view = new Uint8Array(bufferBytes); ; ) {
    const { value, done } = await reader.read(view)
    if (done || value === undefined) return
    take(value)
    view = new Uint8Array(value.buffer)
  }
}

async function readStream(stream: ReadableStream<Uint8Array>, take: Take): Promise<void> {
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value)
}

/** Returns a reader that fills a given buffer; null if the browser has none for files. */
function byteReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  hash(data).then(
    (hash) => reply({ hash }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  )
})
