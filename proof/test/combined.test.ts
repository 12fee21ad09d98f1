import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Binding } from '../src/certificate/binding.js'
import { judgeCombined } from '../src/combined.js'
import { type ManifestDocument, proofFromManifest } from '../src/index.js'
import { confirmManifest, verifyManifest } from '../src/manifest/verify.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'
import { blocksOf } from './blocks-of.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const proofs = manifest.files.map((file) => proofFromManifest(manifest, file))
const binding: Binding = { status: 'same', form: 'pdf', shows: 'the-same' }
const known = blocksOf(manifest)
const judged = (of: typeof proofs, by: readonly KnownBlock[]) => judgeCombined({ proofs: of, binding }, { known: by })

describe('a combined certificate', () => {
  test('says the same time and clocks as a manifest of its documents, in any order', () => {
    const { outcome, time, sources } = confirmManifest(verifyManifest(manifest), known)
    expect(time?.earliest).toBeDefined()
    for (const of of [proofs, proofs.toReversed()]) {
      expect(judged(of, known)).toMatchObject({ outcome, time, sources, documents: { waiting: 0, blocks: 2 } })
    }
  })

  test('of documents in one block says one time', () => {
    const [{ blockHash, blockTime } = { blockHash: '', blockTime: '' }] = manifest.blocks
    const inBlock = proofs.filter(({ anchors }) => anchors[0]?.blockHash === blockHash)
    expect(inBlock.length).toBeGreaterThan(1)
    const { time } = judged(inBlock, known)
    expect(time).toEqual({ latest: blockTime, clocks: [{ kind: 'operator', chain: 'eip155:31337' }] })
  })

  test('says no time while one of its blocks is unknown, and is refused when one is another', () => {
    const partly = judged(proofs, known.slice(1))
    expect(partly.outcome).toBe('consistent')
    expect(partly.time).toBeUndefined()
    expect(partly.documents?.count).toBe(proofs.length)
    const other = [{ ...known[0]!, hash: known[1]!.hash }, known[1]!]
    expect(judged(proofs, other).failure).toMatchObject({ code: 'block', check: 'chain' })
  })
})
