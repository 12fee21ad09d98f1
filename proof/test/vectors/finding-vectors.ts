import { fromHex, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'
import type { ProofDocument } from '../../src/format.js'
import { judge } from '../../src/judge.js'
import type { ManifestDocument } from '../../src/manifest/document.js'
import { exportOts } from '../../src/ots/export.js'
import type { KnownBlock } from '../../src/trust/known-blocks.js'
import type { KnownTime } from '../../src/trust/known-times.js'
import { type Answer, answerOf, evidenceOf } from '../python/second-verifier.js'
import { vectorCopy } from './stamped-copy.js'

/** The documents of the other vectors, by the name of their file. */
type Documents = {
  readonly 'proofs-valid.json': Readonly<Record<string, ProofDocument>>
  readonly 'proofs-invalid.json': readonly { readonly proof: unknown }[]
  readonly 'witnesses-valid.json': Readonly<Record<string, ProofDocument>>
  readonly 'witnesses-invalid.json': readonly { readonly proof: unknown }[]
  readonly 'manifests-valid.json': Readonly<Record<string, ManifestDocument>>
  readonly 'manifests-invalid.json': readonly { readonly manifest: unknown }[]
}

/** A document, knowledge about it, and the whole finding. */
export type FindingVector = {
  /** File of the vectors, and name or index in it. */
  readonly file: keyof Documents
  readonly key: string | number
  /** Whether its .ots file is judged in its place. */
  readonly ots?: true
  /** Of the reader's file, hex. */
  readonly digest?: string
  /** The document that the reader's file begins with; its digest in hex. */
  readonly start?: { readonly length: number; readonly digest: string }
  readonly known?: readonly KnownBlock[]
  readonly times?: readonly KnownTime[]
  /** The reader's clock, milliseconds since 1970. */
  readonly now: number
  readonly finding: WholeFinding
}

/** With the headline alone: the table of words has the sentences of caveats. */
type WholeFinding = Omit<Answer, 'said'> & { readonly headline: Readonly<Record<'en' | 'de', string>> }

/** Returns what a vector holds of a verifier's answer. */
export function wholeFinding({ said, ...answer }: Answer): WholeFinding {
  const [en = '', de = ''] = [said.en[0], said.de[0]]
  return { ...answer, headline: { en, de } }
}

type Asked = Omit<FindingVector, 'finding'>

const now = Date.parse('2030-01-01T00:00:00.000Z')

/** Returns the file that a vector is about. */
export function bytesOf({ file, key, ots }: Asked, documents: Documents): Uint8Array {
  const entry: unknown = (documents[file] as Readonly<Record<string | number, unknown>>)[key]
  // An invalid document comes with the reason.
  const { proof, manifest } = entry as { readonly proof?: unknown; readonly manifest?: unknown }
  const json = typeof key === 'string' ? entry : (proof ?? manifest)
  return ots ? exportOts(json as ProofDocument) : utf8(JSON.stringify(json))
}

async function judged(asked: Asked, documents: Documents): Promise<FindingVector> {
  const { digest, start, known = [], times = [], now } = asked
  const evidence = await evidenceOf(bytesOf(asked, documents))
  const given = { known, times, now, ...(start && { start: { ...start, digest: fromHex(start.digest) } }) }
  const finding = judge(evidence, digest === undefined ? undefined : fromHex(digest), given)
  return { ...asked, finding: wholeFinding(answerOf(finding)) }
}

/** Makes whole findings on the other vectors: alone, with the file or another, and with what each kind of source knows. */
export async function findingVectors(documents: Documents, content: string): Promise<FindingVector[]> {
  const asked = [
    ...proofs(documents),
    ...manifests(documents),
    ...refused(documents),
    ...tokens(documents),
    ...copies(documents),
    ...named(documents, content),
  ]
  return Promise.all(asked.map((one) => judged(one, documents)))
}

const byReader = (hash: string): KnownBlock => ({ hash, source: { kind: 'block-hash', name: '' } })

function proofs({ 'proofs-valid.json': valid, 'witnesses-valid.json': witnessed }: Documents): Asked[] {
  const files = [
    ['proofs-valid.json', valid],
    ['witnesses-valid.json', witnessed],
  ] as const
  return files.flatMap(([file, documents]) =>
    Object.entries(documents).flatMap(([key, { hash, anchors }]) => {
      const { chain, blockNumber: number, blockHash } = anchors.at(-1)!
      const of = (more: Partial<Asked>): Asked => ({ file, key, now, ...more })
      const alone = [of({}), of({ digest: hash }), of({ digest: toHex(sha256(fromHex(hash))) })]
      if (number === undefined || blockHash === undefined) return alone
      const source = (kind: 'node' | 'issuer-node', name: string): KnownBlock => {
        return { chain, number, hash: blockHash, source: { kind, name } }
      }
      const nodes = [source('node', 'a.example'), source('node', 'b.example')]
      const known: KnownBlock[][] = [
        [byReader(blockHash)],
        nodes,
        [source('issuer-node', 'notary.example')],
        [source('issuer-node', 'notary.example'), ...nodes],
        [{ ...source('node', 'a.example'), hash: `0x${'0'.repeat(64)}` }],
        [byReader(`0x${'0'.repeat(64)}`)],
      ]
      return [...alone, ...known.map((known) => of({ digest: hash, known }))]
    }),
  )
}

function manifests({ 'manifests-valid.json': valid }: Documents): Asked[] {
  return Object.entries(valid).flatMap(([key, { blocks }]) => {
    const of = (known: readonly KnownBlock[]): Asked => ({ file: 'manifests-valid.json', key, now, ...(known.length > 0 && { known }) })
    const all = blocks.map(({ blockNumber: number, blockHash: hash }): KnownBlock => {
      return { chain: 'eip155:31337', number, hash, source: { kind: 'node', name: 'a.example' } }
    })
    return blocks.length === 0 ? [of([])] : [of([]), of(all), of(all.slice(0, 1)), of([byReader(blocks[0]!.blockHash)])]
  })
}

function refused({ 'proofs-invalid.json': bad, 'witnesses-invalid.json': other, 'manifests-invalid.json': lists }: Documents): Asked[] {
  return [
    ...bad.map((_, key): Asked => ({ file: 'proofs-invalid.json', key, now })),
    ...other.map((_, key): Asked => ({ file: 'witnesses-invalid.json', key, now })),
    ...lists.map((_, key): Asked => ({ file: 'manifests-invalid.json', key, now })),
    // Before the block, by the reader's clock.
    { file: 'proofs-valid.json', key: 'public chain', now: Date.parse('2020-01-01T00:00:00.000Z') },
  ]
}

/** A stamped copy, its original, and changed copies that begin with it, or with something else. */
function copies({ 'proofs-valid.json': valid }: Documents): Asked[] {
  const key = 'stamped copy'
  const { hash, details } = valid[key]!
  const original = `${details?.originalDocHash}`
  const other = toHex(sha256(utf8('other')))
  const start = { length: vectorCopy.original.length, digest: original }
  const asked = [{ digest: original }, { digest: hash, start }, { digest: other, start }, { digest: other, start: { ...start, digest: other } }]
  return asked.map((one): Asked => ({ file: 'proofs-valid.json', key, now, ...one }))
}

function tokens({ 'witnesses-valid.json': witnessed }: Documents): Asked[] {
  return Object.entries(witnessed).flatMap(([key, { hash, witnesses = [] }]) => {
    const [token] = witnesses.flatMap((witness) => (witness.kind === 'rfc3161' ? [witness.token] : []))
    if (token === undefined) return []
    const source = { kind: 'authority', name: 'Test Clock' } as const
    const time = { token, time: '2026-09-22T00:00:00.000Z', validUntil: '2029-01-01T00:00:00.000Z', source }
    const certified = { ...time, source: { ...source, certifiedBy: 'Test Root' } }
    return [time, { ...certified, accuracyMs: 1500 }].map((one): Asked => {
      return { file: 'witnesses-valid.json', key, digest: hash, times: [one], now }
    })
  })
}

function named({ 'proofs-valid.json': valid }: Documents, content: string): Asked[] {
  const digests = [toHex(sha256(utf8(content))), toHex(sha256(utf8('other'))), undefined]
  return ['content of a file', 'public chain', 'not in a block yet'].flatMap((key) => {
    if (valid[key] === undefined) throw new Error(`there is no vector ${key}`)
    return digests.map((digest): Asked => {
      return { file: 'proofs-valid.json', key, ots: true, now, ...(digest !== undefined && { digest }) }
    })
  })
}
