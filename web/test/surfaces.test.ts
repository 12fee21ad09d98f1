import { readFileSync } from 'node:fs'
import { englishWords, type Finding, germanWords, judge, type KnownBlock, say, sayCaveat } from '@tallystick/proof'
import { verifyWitnesses } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEvidence } from '../src/checking/evidence.js'
import { spoken, wordsOf } from '../src/checking/spoken.js'
import type { Job, Reply } from '../src/features/verify/checking/checker.js'
import { check } from '../src/verifier/check.js'

// The portal's worker, the page that works alone and package `proof` give one verdict, in the same words.

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

const said = (finding: Finding) =>
  [englishWords, germanWords].map((words) => ({
    headline: say(finding, words),
    caveats: finding.caveats.map((caveat) => sayCaveat(caveat, words)),
  }))
const shown = (finding: Finding) =>
  ['en', 'de'].map((language) => {
    const { headline, caveats } = spoken(finding, wordsOf(language))
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
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function byWorker(json: unknown, known: readonly KnownBlock[]): Promise<Finding> {
  const file = asFile(json)
  const carried = (await ask({ kind: 'read', file })) as object | null
  const evidence = { ...(carried ?? { form: 'json', json }), file } as Job<'judge'>['evidence']
  return (await ask({ kind: 'judge', evidence, digest: null, known, now })) as Finding
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

it('a forged token refuses the proof on every surface', async () => {
  const [, json] = vectorsIn('witnesses-valid').find(([name]) => name === 'an authority, a tree of one')!
  const { finding } = await check({ form: 'json', json }, undefined, [], {
    checkTokens: (proof) => verifyWitnesses(proof, []),
  })
  expect(finding.outcome).toBe('refused')
  expect((await byWorker(json, [])).outcome).toBe('refused')
})
