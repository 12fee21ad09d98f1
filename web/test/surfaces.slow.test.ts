import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  englishWords,
  type Finding,
  germanWords,
  judge,
  type KnownBlock,
  noEvidence,
  say,
  sayCaveat,
} from '@tallystick/proof'
import { verifyWitnesses } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tallystick } from '../../command/test/run-command.js'
import { readEvidence } from '../src/checking/read-evidence.js'
import { spoken } from '../src/checking/spoken.js'
import type { Job, Reply } from '../src/features/verify/checking/checker.js'
import { check } from '../src/verifier/check.js'

// The portal's worker, the page that works alone, the command and package `proof` give one verdict, in the same words. The verifier in
// Python is compared with `proof` in proof/test/python.slow.test.ts.

type Vectors = Record<string, unknown> | { name: string; proof?: unknown; manifest?: unknown }[]

const vectorsIn = (name: string): [name: string, json: unknown][] => {
  const vectors = JSON.parse(
    readFileSync(new URL(`../../proof/vectors/${name}.json`, import.meta.url), 'utf8'),
  ) as Vectors
  return Array.isArray(vectors)
    ? vectors.map(({ name, proof, manifest }) => [name, proof ?? manifest])
    : Object.entries(vectors)
}
const files = ['proofs', 'witnesses', 'manifests'].flatMap((kind) => [`${kind}-valid`, `${kind}-invalid`])
const now = Date.parse('2030-01-01T00:00:00.000Z')
const asFile = (json: unknown) => new File([JSON.stringify(json)], 'evidence.json')
/** The document of a vector, and one that no vector is about. */
const contents = ['tallystick vectors: the content of a file', 'another document']
const folder = mkdtempSync(join(tmpdir(), 'tallystick-surfaces-'))
const documentPath = join(folder, 'document.txt')

const said = (finding: Finding) =>
  [englishWords, germanWords].map((words) => ({
    headline: say(finding, words),
    caveats: finding.caveats.map((caveat) => sayCaveat(caveat, words)),
  }))
const shown = (finding: Finding) =>
  [englishWords, germanWords].map((words) => {
    const { headline, caveats } = spoken(finding, words)
    return { headline, caveats }
  })
const codes = ({ outcome, caveats, sources, time, failure }: Finding) => ({
  outcome,
  sources,
  time,
  failure: failure && { code: failure.code, facts: failure.facts },
  caveats: caveats.map(({ code, facts }) => ({ code, facts })),
})

/** The portal's worker, without a browser around it. */
async function startWorker() {
  const waiting = new Map<number, (reply: Reply) => void>()
  let receive = (_: { data: Job }) => {}
  vi.stubGlobal('addEventListener', (_: string, listener: typeof receive) => {
    receive = listener
  })
  vi.stubGlobal('postMessage', (reply: Reply) => {
    waiting.get(reply.id)?.(structuredClone(reply))
  })
  await import('../src/features/verify/checking/check-worker.js')
  let id = 0
  return async (job: Omit<Job<'read'>, 'id'> | Omit<Job<'judge'>, 'id'>): Promise<unknown> => {
    const own = ++id
    const replied = new Promise<Reply>((resolve) => waiting.set(own, resolve))
    receive({ data: { id: own, ...job } as Job })
    const reply = await replied
    if ('error' in reply) throw new Error(reply.error)
    return reply.answer
  }
}

let ask: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  ask = await startWorker()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function byWorker(json: unknown, known: readonly KnownBlock[], digest: Buffer | null = null): Promise<Finding> {
  const file = asFile(json)
  const carried = (await ask({ kind: 'read', file })) as object | null
  const evidence = { ...(carried ?? { form: 'json', json }), file } as Job<'judge'>['evidence']
  const name = digest ? { name: 'document.txt' } : {}
  return (await ask({
    kind: 'judge',
    evidence,
    digest: digest?.toString('hex') ?? null,
    known,
    now,
    ...name,
  })) as Finding
}

/** The verdict of `tallystick verify`, which always has a document. */
async function byCommand(json: unknown, known: readonly KnownBlock[]) {
  const proofPath = join(folder, 'evidence.json')
  writeFileSync(proofPath, JSON.stringify(json))
  const flags = known.flatMap(({ hash }) => ['--block-hash', hash])
  const { code, out, err } = await tallystick('verify', documentPath, proofPath, '--json', '--no-issuer', ...flags)
  expect(err).toBe('')
  const report = JSON.parse(out) as Finding
  const said = JSON.parse(out) as { headline: string; caveats: { message: string }[] }
  return { code, report, said: { headline: said.headline, caveats: said.caveats.map(({ message }) => message) } }
}

/** Digest of a document as a proof needs it. */
function digestOf(json: unknown, content: string): Buffer {
  const { hash } = json as { hash?: unknown }
  const algorithm = { 96: 'sha384', 128: 'sha512' }[typeof hash === 'string' ? hash.length : 0] ?? 'sha256'
  return createHash(algorithm).update(content).digest()
}

/** Blocks that the reader and the service vouch for: none, and that of the first anchor. */
function knownOf(json: unknown): KnownBlock[][] {
  const [anchor] = (json as { anchors?: { chain: string; blockHash?: string; blockNumber?: number }[] }).anchors ?? []
  if (typeof anchor?.blockHash !== 'string' || typeof anchor.blockNumber !== 'number') return [[]]
  const { chain, blockNumber: number, blockHash: hash } = anchor
  return [
    [],
    [{ hash, source: { kind: 'block-hash', name: '' } }],
    [{ chain, number, hash, source: { kind: 'issuer-node', name: 'notary.example' } }],
  ]
}

describe.each(files)('%s', (name) => {
  it.each(vectorsIn(name))('%s: one finding, one sentence', async (_, json) => {
    const evidence = (await readEvidence(asFile(json), [])) ?? ({ form: 'json', json } as const)
    for (const known of knownOf(json)) {
      const first = judge(evidence, undefined, { known, now })
      const proof = first.about === 'proof' && first.outcome !== 'refused' ? first.proof : undefined
      const times = proof ? await verifyWitnesses(proof, []) : []
      const expected = judge(evidence, undefined, { known, now, times })
      const { finding: page } = await check(evidence, undefined, known, {
        checkTokens: (proof) => verifyWitnesses(proof, []),
      })
      const portal = await byWorker(json, known)
      expect(codes(page)).toEqual(codes(expected))
      expect(codes(portal)).toEqual(codes(expected))
      expect(shown(page)).toEqual(said(expected))
      expect(shown(portal)).toEqual(said(expected))
    }
  })
})

describe.each(files)('%s, with a document', (name) => {
  it.each(vectorsIn(name))('%s: one finding, one sentence, the command included', async (_, json) => {
    const evidence = (await readEvidence(asFile(json), [])) ?? noEvidence(Buffer.from(JSON.stringify(json)))
    for (const content of contents) {
      writeFileSync(documentPath, content)
      const digest = digestOf(json, content)
      // The command names no service here, and takes a hash of the right form alone.
      const byHash = knownOf(json).filter((known) => {
        return known.every(({ hash, source }) => source.kind === 'block-hash' && /^0x[0-9a-f]{64}$/.test(hash))
      })
      for (const known of byHash) {
        const given = { known, now, name: 'document.txt' }
        const first = judge(evidence, digest, given)
        const proof = first.about === 'proof' && first.outcome !== 'refused' ? first.proof : undefined
        const expected = judge(evidence, digest, { ...given, times: proof ? await verifyWitnesses(proof, []) : [] })
        const document = new File([content], 'document.txt')
        const { finding: page } = await check(evidence, document, known, {
          checkTokens: (proof) => verifyWitnesses(proof, []),
        })
        const portal = await byWorker(json, known, digest)
        const command = await byCommand(json, known)
        for (const finding of [page, portal, command.report]) expect(codes(finding)).toEqual(codes(expected))
        for (const finding of [page, portal]) expect(shown(finding)).toEqual(said(expected))
        expect(command.said.caveats).toEqual(said(expected)[0]?.caveats)
        expect(command.said.headline).toBe(say(expected, englishWords, documentPath))
        expect(command.code).toBe({ confirmed: 0, stated: 3, consistent: 3, refused: 1 }[expected.outcome])
      }
    }
  })
})

it('a forged token refuses the proof on every surface', async () => {
  const [, json] = vectorsIn('witnesses-valid').find(([name]) => name === 'an authority, a tree of one')!
  const { finding } = await check({ form: 'json', json }, undefined, [], {
    checkTokens: (proof) => verifyWitnesses(proof, []),
  })
  expect(finding.outcome).toBe('refused')
  expect((await byWorker(json, [])).outcome).toBe('refused')
})
