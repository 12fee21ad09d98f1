import { useEffect, useRef, useState } from 'react'
import { network } from '../../app/network.js'
import { hashFile, prepareHashing } from '../../hashing/hash-file.js'
import type { Algorithm } from '../../hashing/messages.js'
import { type Judgement, judge } from './judgement.js'
import { codeOfHash, publicProof } from './lookup.js'
import { type Sorted, sortFiles } from './sort-files.js'

/** A proof at hand, and where it came from. */
export interface GivenProof {
  /** Name of its file; null when this service gave it. */
  name: string | null
  json: unknown
}

/** How far the check has come. */
export type CheckState =
  | { step: 'idle' }
  | { step: 'hashing'; name: string; size: number; bytes: number; startedAt: number }
  | { step: 'looking' }
  | { step: 'judged'; judgement: Judgement; document: File | null; proof: GivenProof }
  | { step: 'unknown'; what: 'document' | 'code'; document: File | null; code: string | null; digest: string | null }
  | { step: 'stray'; stray: NonNullable<Sorted['stray']> }
  | { step: 'failed'; error: unknown }

const algorithms: Record<number, Algorithm> = { 64: 'sha256', 96: 'sha384', 128: 'sha512' }
/** Documents that are found by no SHA-256 are tried by the rarer hashes, too, unless that takes long. */
const retryBytesMax = 64 * 1024 * 1024

/** Checks documents against proofs, as they are dropped; all of it in this browser, but for looking up what only the service knows. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const given = useRef<{ document: File | null; proof: GivenProof | null }>({ document: null, proof: null })
  const running = useRef(new AbortController())
  useEffect(prepareHashing, [])

  const begin = () => {
    running.current.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const run = async (work: (signal: AbortSignal) => Promise<CheckState>) => {
    const signal = begin()
    const next = await work(signal).catch((error: unknown): CheckState => ({ step: 'failed', error }))
    if (!signal.aborted) setState(next)
  }
  const hash = (document: File, algorithm: Algorithm, signal: AbortSignal) => {
    const startedAt = performance.now()
    const show = (bytes: number) => {
      if (!signal.aborted) setState({ step: 'hashing', name: document.name, size: document.size, bytes, startedAt })
    }
    show(0)
    return hashFile(document, { algorithm, signal, onProgress: show })
  }
  const judged = async (proof: GivenProof, document: File | null, signal: AbortSignal): Promise<CheckState> => {
    given.current = { document, proof }
    const algorithm = algorithms[hashLength(proof.json)] ?? 'sha256'
    const digest = document ? await hash(document, algorithm, signal) : null
    return { step: 'judged', judgement: judge(proof.json, digest, network.chain), document, proof }
  }
  /** Looks for a stamp of the document. */
  const find = async (document: File, signal: AbortSignal): Promise<CheckState> => {
    given.current = { document, proof: null }
    const tried = document.size > retryBytesMax ? (['sha256'] as const) : (['sha256', 'sha384', 'sha512'] as const)
    let first: string | null = null
    for (const algorithm of tried) {
      const digest = await hash(document, algorithm, signal)
      first ??= digest
      const code = await codeOfHash(digest)
      const json = code && (await publicProof(code))
      if (!json) continue
      given.current = { document, proof: { name: null, json } }
      const judgement = judge(json, digest, network.chain)
      return { step: 'judged', judgement, document, proof: { name: null, json } }
    }
    return { step: 'unknown', what: 'document', document, code: null, digest: first }
  }

  return {
    state,
    /** Takes what was dropped together with what is there already. */
    takeFiles: (files: readonly File[]) =>
      run(async (signal) => {
        const sorted = await sortFiles(files)
        const document = sorted.document ?? given.current.document
        const proof = sorted.proof ?? given.current.proof
        if (proof) return judged(proof, document, signal)
        if (sorted.stray) return { step: 'stray', stray: sorted.stray }
        return document ? find(document, signal) : { step: 'idle' }
      }),
    /** Takes a code that was typed, or the one in the address. */
    takeCode: (code: string) =>
      run(async (signal) => {
        setState({ step: 'looking' })
        const json = await publicProof(code)
        const { document } = given.current
        if (!json) return { step: 'unknown', what: 'code', document, code, digest: null }
        return judged({ name: null, json }, document, signal)
      }),
    reset: () => {
      begin()
      given.current = { document: null, proof: null }
      setState({ step: 'idle' })
    },
  }
}

function hashLength(json: unknown): number {
  const hash = typeof json === 'object' && json !== null && 'hash' in json ? json.hash : null
  return typeof hash === 'string' ? hash.length : 0
}
