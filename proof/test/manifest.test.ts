import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs, seeded, sized } from '../../test/tier.js'
import { fromHex, keccak256 } from '../src/encoding/hash.js'
import { proofErrorCodes } from '../src/errors.js'
import { decodeTransaction } from '../src/ethereum/transaction.js'
import { transactionTrie } from '../src/ethereum/trie.js'
import type { ManifestFinding } from '../src/finding.js'
import { compareFolder } from '../src/manifest/compare-folder.js'
import { type ManifestDocument, withManifestChecksum } from '../src/manifest/document.js'
import { proofFromManifest } from '../src/manifest/file-proof.js'
import { parseManifest } from '../src/manifest/parse.js'
import { foldPath, lookalikes, pathProblem } from '../src/manifest/path.js'
import { confirmManifest, verifyManifest } from '../src/manifest/verify.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'
import { verifyProof } from '../src/verify.js'
import { englishWords } from '../src/words/en.js'
import { sayCaveat } from '../src/words/say.js'
import { blocksOf } from './blocks-of.js'
import { BLOCK_TIME, headerOf, hex, sign } from './vectors/chain.js'

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const valid: Record<string, ManifestDocument> = JSON.parse(text('vectors/manifests-valid.json'))
const invalid: { name: string; code: string; manifest: ManifestDocument }[] = JSON.parse(
  text('vectors/manifests-invalid.json'),
)
const accepts = new Ajv2020({ strict: true, allErrors: true, strictRequired: false, strictTypes: false }).compile(
  JSON.parse(text('schema/manifest.v1.json')),
)
const four = valid['four batches in two blocks']!
const stored = valid['state proofs, three batches in a block']!
const single = valid['one file, alone in its tree']!

describe('a manifest', () => {
  test.each(Object.entries(valid))('is accepted when valid: %s', (name, manifest) => {
    expect(accepts(manifest), JSON.stringify(accepts.errors)).toBe(true)
    const verdict = verifyManifest(manifest)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.outcome).toBe('consistent')
    expect(verdict.checks.map(({ name }) => name)).toEqual([
      'format',
      'checksum',
      'tree',
      'transaction',
      'block',
      'chain',
    ])
    expect(verdict.lookalikes).toHaveLength(/case/.test(name) ? 2 : 0)
  })

  test.each(invalid)('is refused when invalid: $name', ({ name, code, manifest }) => {
    const verdict = verifyManifest(manifest)
    expect(verdict.outcome).toBe('refused')
    expect([code, verdict.failure?.detail]).toEqual([verdict.failure?.code, verdict.failure?.detail])
    expect(verdict.checks.at(-1)).toMatchObject({ status: 'fail', detail: verdict.failure?.detail })
    if (code === 'unsupported' || name.startsWith('path:')) expect(accepts(manifest), name).toBe(false)
  })

  test('contains a proof of each file that verifies without it', () => {
    for (const manifest of Object.values(valid)) {
      for (const file of manifest.files) {
        const verdict = verifyProof(proofFromManifest(manifest, file), { digest: fromHex(file.hash) })
        expect(verdict.failure).toBeUndefined()
        expect(verdict.proof).toMatchObject({ kind: 'file', code: file.code, hash: file.hash })
      }
    }
  })

  test.each([
    '2026-02-29T12:00:00.000Z',
    '2026-13-01T12:00:00.000Z',
    '2026-09-22T24:00:00.000Z',
    '2026-09-22T12:60:00.000Z',
  ])("is refused when its time isn't in the calendar: %s", (time) => {
    const { folder } = single
    const changes = [{ issuedAt: time }, { folder: { ...folder, createdAt: time } }]
    for (const change of changes) {
      const { failure } = verifyManifest(withManifestChecksum({ ...single, ...change }))
      expect([failure?.code, failure?.detail]).toEqual(['malformed', expect.stringMatching(/issuedAt|createdAt/)])
    }
  })

  test('yields times, and what it leaves open', () => {
    const { time, anchors, caveats, waiting } = verifyManifest(four)
    expect([time, waiting]).toEqual([undefined, 0])
    const times = new Set(anchors.map((anchor) => anchor?.blockTime))
    expect([...times].sort()).toEqual(['2026-09-21T14:13:20.000Z', '2026-09-21T14:13:56.000Z'])
    expect(codesOf(verifyManifest(four))).toEqual(['not-compared', 'private-chain', 'claims', 'list'])
    expect(sayCaveat(caveats[0]!, englishWords)).toMatch(
      /^Block \d+ of the private chain with the number 31337 \(and 1 more\) has not been compared/,
    )
    const open = verifyManifest(valid['not in a block yet'])
    expect(open).toMatchObject({ outcome: 'consistent', waiting: 2 })
    expect(sayCaveat(open.caveats[0]!, englishWords)).toContain('no time is proven for these files yet')
    expect(codesOf(verifyManifest(valid['no files']))).toEqual(['no-files'])
  })

  test('of a private chain is stated when every file is in a known block, by these blocks alone', () => {
    const verdict = verifyManifest(four)
    const known = blocksOf(four)
    const confirmed = confirmManifest(verdict, known)
    expect(confirmed).toMatchObject({ outcome: 'stated', sources: [{ kind: 'node', name: 'a.example' }] })
    expect(confirmed.time).toEqual({
      earliest: '2026-09-21T14:13:20.000Z',
      latest: '2026-09-21T14:13:56.000Z',
      clocks: [{ kind: 'operator', chain: 'eip155:31337' }],
    })
    expect(codesOf(confirmed)).toEqual(['private-chain', 'claims', 'list'])
    expect(confirmed.checks.at(-1)).toMatchObject({ name: 'chain', status: 'ok' })
    const partly = confirmManifest(verdict, known.slice(1))
    expect(partly).toMatchObject({ outcome: 'consistent', sources: [] })
    expect(codesOf(partly)).toContain('not-compared')
    const other = [{ ...known[0]!, hash: known[1]!.hash }, known[1]!]
    expect(confirmManifest(verdict, other).failure).toMatchObject({ code: 'block', check: 'chain' })
    expect(confirmManifest(verifyManifest(valid['no files']), known).outcome).toBe('consistent')
  })

  test("rests on each tree's public block, though its operator dates a private one earlier", async () => {
    const [batch] = single.batches
    const raw = await sign(0, fromHex(batch!.root), 1)
    const trie = transactionTrie([raw])
    const header = headerOf(trie.root, 24_000_000, BLOCK_TIME + 3600)
    const block = {
      header: hex(header),
      blockHash: hex(keccak256(header)),
      blockNumber: 24_000_000,
      blockTime: new Date((BLOCK_TIME + 3600) * 1000).toISOString(),
      nodes: trie.proof(0).map(hex),
    }
    const anchor = {
      ...batch!.anchors[0]!,
      chain: 'eip155:1',
      private: false,
      block: single.blocks.length,
      transactionId: hex(decodeTransaction(raw).hash),
      rawTransaction: hex(raw),
      transactionIndex: 0,
      trieProof: block.nodes.map((_, at) => at),
    }
    const both = withManifestChecksum({
      ...single,
      blocks: [...single.blocks, block],
      batches: [{ ...batch!, anchors: [...batch!.anchors, anchor] }],
    })
    const known = both.blocks.map(({ blockNumber: number, blockHash: hash }, at): KnownBlock => {
      return {
        chain: at === 0 ? 'eip155:31337' : 'eip155:1',
        number,
        hash,
        source: { kind: 'node', name: `node ${at}` },
      }
    })
    const confirmed = confirmManifest(verifyManifest(both), known)
    expect(confirmed.failure).toBeUndefined()
    const clocks = [{ kind: 'chain', chain: 'eip155:1' }]
    expect(confirmed).toMatchObject({ outcome: 'confirmed', time: { latest: block.blockTime, clocks } })
    expect(confirmed.time?.earliest).toBeUndefined()
    expect(confirmed.sources.map(({ name }) => name)).toEqual(['node 1'])
    expect(confirmed.anchors.map((one) => one?.chain)).toEqual(['eip155:1'])
    expect(codesOf(confirmed)).not.toContain('private-chain')
    // Only the operator's node answers: the private block counts, and it is said.
    const byOperator = confirmManifest(verifyManifest(both), known.slice(0, 1))
    expect(byOperator).toMatchObject({ outcome: 'stated', time: { latest: single.blocks[0]!.blockTime } })
    expect(codesOf(byOperator)).toContain('private-chain')
  })
})

const codesOf = ({ caveats }: ManifestFinding) => caveats.map(({ code }) => code)

describe('a manifest of stamps', () => {
  const without = (more: object): ManifestDocument =>
    withManifestChecksum({
      ...four,
      files: four.files.map(
        ({ size: _, ...file }) => Object.assign({}, file, more) as ManifestDocument['files'][number],
      ),
    })

  test('needs no sizes, and gives the proofs of stamps', () => {
    const manifest = without({ kind: 'stamp' })
    expect(accepts(manifest), JSON.stringify(accepts.errors)).toBe(true)
    expect(verifyManifest(manifest).failure).toBeUndefined()
    const proof = proofFromManifest(manifest, manifest.files[0]!)
    expect([proof.kind, verifyProof(proof).failure]).toEqual(['stamp', undefined])
  })

  test.each(['file', 'folder', ''])('is refused with the kind %j', (kind) => {
    const manifest = without({ kind })
    expect(accepts(manifest)).toBe(false)
    expect(verifyManifest(manifest).failure?.code).toBe('malformed')
  })

  test('is compared with a folder by hashes alone', () => {
    const { files } = without({})
    const found = files.map(({ path, hash }, at) => ({ kind: 'file' as const, path, hash, size: at }))
    expect(compareFolder(files, found)).toMatchObject({ equal: files.length, problems: [] })
    expect(compareFolder(files, found.slice(1)).problems).toMatchObject([
      { path: files[0]?.path, problem: 'missing', detail: 'not in the folder' },
    ])
  })
})

describe('a changed manifest', () => {
  const random = seeded('places in manifests')
  const texts = new Map(Object.values(valid).map((manifest) => [manifest, JSON.stringify(manifest)]))
  const textOf = (manifest: ManifestDocument) => `${texts.get(manifest)}`
  const refused = (changed: string, manifest: ManifestDocument) => {
    let json: unknown
    try {
      json = JSON.parse(changed)
    } catch {
      return
    }
    if (JSON.stringify(json) === textOf(manifest)) return
    const { outcome, failure } = verifyManifest(json)
    expect(outcome, changed).toBe('refused')
    expect(failure?.detail.length).toBeGreaterThan(10)
  }

  test('is refused with a reason, whichever byte changed', () => {
    const whole = textOf(single)
    // Each run changes other bytes, a long one all.
    const step = sized({ short: 5, long: 1 })
    for (let at = Math.floor(random() * step); at < whole.length; at += step) {
      refused(whole.slice(0, at) + String.fromCharCode(whole.charCodeAt(at) ^ 1) + whole.slice(at + 1), single)
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(valid)),
        fc.nat(),
        fc.integer({ min: 32, max: 126 }),
        (one, at, code) => {
          const whole = textOf(one)
          const i = at % whole.length
          refused(whole.slice(0, i) + String.fromCharCode(code) + whole.slice(i + 1), one)
        },
      ),
      { numRuns: runs(1000) },
    )
  })

  /** Members that no hash on the chain covers: claims of the issuer. The tree size is fixed only as far as it shapes the tree. */
  const claims = new Set([
    'network',
    'private',
    'state',
    'name',
    'id',
    'createdAt',
    'issuedAt',
    'path',
    'size',
    'treeSize',
  ])

  const manifests = [four, stored]
  test.each(manifests)('is refused even with a new checksum, for every member the chain covers', (manifest) => {
    const tryAll = (value: unknown, put: (changed: unknown) => unknown, name: string) => {
      if (claims.has(name) || name === 'checksum') return
      const refuses = (other: unknown) => {
        const { checksum: _, ...changed } = put(other) as ManifestDocument
        const { outcome } = verifyManifest(withManifestChecksum(changed))
        expect([name, other, outcome]).toEqual([name, other, 'refused'])
      }
      if (typeof value === 'number') for (const other of [value + 1, value * 2 + 3]) refuses(other)
      else if (typeof value === 'string') {
        const characters = [...value]
        // Each run changes other characters, a long one several of each text.
        const step = Math.max(1, Math.floor(characters.length / sized({ short: 1, long: 3 })))
        for (let at = Math.floor(random() * step); at < characters.length; at += step) {
          refuses(characters.with(at, characters[at] === '7' ? '6' : '7').join(''))
        }
      } else if (Array.isArray(value)) {
        value.forEach((member, i) => {
          tryAll(member, (changed) => put(value.with(i, changed)), name)
        })
        if (value.length > 1) refuses(value.toReversed())
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, member] of Object.entries(value)) {
          // Once the details are erased, the code is a claim of the issuer.
          if (key !== 'code' || 'details' in value) tryAll(member, (to) => put({ ...value, [key]: to }), key)
        }
      }
    }
    tryAll(manifest, (changed) => changed, '')
  })

  test('never makes the verification throw', () => {
    const members = Object.keys(four) as (keyof ManifestDocument)[]
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (name, value) => {
        for (const json of [value, { ...four, [name]: value }]) {
          const { outcome, failure } = verifyManifest(json)
          if (JSON.stringify(json) === JSON.stringify(four)) continue
          expect(outcome).toBe('refused')
          expect(proofErrorCodes).toContain(failure?.code)
        }
      }),
    )
    for (const value of [undefined, null, [], 'x', 1, { format: 'tallystick-manifest', version: 1 }]) {
      expect(verifyManifest(value).outcome).toBe('refused')
    }
  })
})

describe('schema and parser agree', () => {
  const wrongValues = [undefined, null, '', 'x', 'AB', '0x', -1, 1.5, 2 ** 53, true, [], {}, [1], ['zz'], [''], [{}]]
  const reads = (json: unknown) => {
    try {
      parseManifest(json)
      return true
    } catch {
      return false
    }
  }
  const [file] = single.files
  const [batch] = single.batches
  const [anchor] = batch!.anchors
  const [block] = single.blocks
  const [storedBatch, ...storedBatches] = stored.batches
  const [storedAnchor] = storedBatch!.anchors
  const withAnchor = (changed: object) => {
    return { ...stored, batches: [{ ...storedBatch, anchors: [changed] }, ...storedBatches] }
  }
  const objects: Record<string, [object, (changed: object) => object]> = {
    document: [single, (changed) => changed],
    folder: [single.folder, (folder) => ({ ...single, folder })],
    file: [file!, (changed) => ({ ...single, files: [changed] })],
    batch: [batch!, (changed) => ({ ...single, batches: [changed] })],
    anchor: [anchor!, (changed) => ({ ...single, batches: [{ ...batch, anchors: [changed] }] })],
    block: [block!, (changed) => ({ ...single, blocks: [changed] })],
    'anchor with a state proof': [{ ...storedAnchor, trieProof: [0] }, withAnchor],
    'state proof': [storedAnchor!.stateProof!, (stateProof) => withAnchor({ ...storedAnchor, stateProof })],
  }

  const notInSchema = [
    ...['files', 'batches', 'blocks', 'batch', 'block', 'trieProof', 'stateProof', 'accountProof', 'storageProof'],
  ]

  test.each(Object.keys(objects))('on wrong values in the %s', (name) => {
    const [object, put] = objects[name]!
    for (const member of [...Object.keys(object), 'extra', 'commitment']) {
      for (const wrong of wrongValues) {
        const document = JSON.parse(JSON.stringify(put({ ...object, [member]: wrong })))
        // A schema cannot express that indexes exist and that every item is referenced.
        if (reads(document)) expect([member, wrong, accepts(document)]).toEqual([member, wrong, true])
        else if (accepts(document)) expect(notInSchema).toContain(member)
      }
    }
  })

  test('on paths', () => {
    const segment = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom('', '.', '..', '...', '.a', 'a.', 'C:', 'c:x', '\\', '\0', '\n', '\u007f', '\ud800', '😀', 'a b'),
    )
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const path = segments.join('/')
        const document = { ...single, files: [{ ...file, path }] }
        expect([path, accepts(document)]).toEqual([path, pathProblem(path) === undefined])
        expect([path, reads(document)]).toEqual([path, pathProblem(path) === undefined])
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('paths that some file systems treat as equal', () => {
  test('are found by case, normal form, and the folders they are in', () => {
    const paths = ['Docs/a', 'docs/A', 'e\u0301', '\u00e9', 'stra\u00dfe', 'STRASSE', 'x']
    expect(lookalikes(paths)).toEqual([
      ['Docs/a', 'docs/A'],
      ['e\u0301', '\u00e9'],
      ['stra\u00dfe', 'STRASSE'],
    ])
  })

  test('fold to the same text in every normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (path) => {
        expect(foldPath(path.normalize('NFD'))).toBe(foldPath(path.normalize('NFC')))
        expect(foldPath(foldPath(path))).toBe(foldPath(path))
      }),
    )
  })
})
