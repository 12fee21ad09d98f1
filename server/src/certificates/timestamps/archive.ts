import { buffer } from 'node:stream/consumers'
import { hashInputs, type ProofDocument, type ProofWitness } from '@tallystick/proof'
import { type ArchiveEntry, bytesFile, textFile } from '../../base/archives/archive.js'
import { zipStream } from '../../base/archives/zip.js'
import { type TimestampFolder, timestampGuide } from './guide.js'
import { tokenFiles } from './token-files.js'

/** A token of the service's own authority. */
interface OwnToken {
  /** Digest in the token. */
  hash: Buffer
  /** TimeStampResp, DER. */
  response: Buffer
}

/** Inputs of {@link timestampArchive}. */
export interface Timestamped {
  proof: ProofDocument
  /** The token that the stamp is for, if the service made one. */
  own: OwnToken | undefined
  /** Public address of the service, without a trailing slash. */
  base: string
}

interface Made {
  folder: TimestampFolder
  steps: readonly Uint8Array[]
}

type Authority = Extract<ProofWitness, { kind: 'rfc3161' }>

/**
 * Returns a ZIP with all timestamps (RFC 3161) about a proof's digest and what other programs need to verify them; undefined without
 * any. Its bytes depend on the proof alone.
 *
 * @param asked.proof a proof that verifies
 */
export async function timestampArchive({ proof, own, base }: Timestamped): Promise<Buffer | undefined> {
  const authorities = (proof.witnesses ?? []).filter((witness) => witness.kind === 'rfc3161')
  const all = [
    ...(own ? [ownFolder(own, new URL(base).host)] : []),
    ...authorities.map((witness, at) => witnessFolder(proof, witness, at + 1)),
  ]
  const [first] = all
  if (first === undefined) return undefined
  const folders = all.map(({ folder }) => folder)
  const guide = timestampGuide({ proof, folders, certificatesUrl: `${base}/tsa/certificates` })
  const latest = new Date(Math.max(...folders.map(({ time }) => time.getTime())))
  const entries = async function* () {
    yield textFile('README.txt', guide, latest)
    for (const one of all) yield* filesOf(one)
  }
  return buffer(zipStream(entries()))
}

function ownFolder({ hash, response }: OwnToken, authority: string): Made {
  const folder = { folder: 'own', authority, steps: [], imprint: hash.toString('hex'), ...tokenFiles(response) }
  return { folder, steps: [] }
}

function witnessFolder(proof: ProofDocument, witness: Authority, number: number): Made {
  const steps = hashInputs(proof, witness)
  const name = `${number}-${witness.authority.replace(/[^A-Za-z0-9.-]/g, '_')}`
  const names = steps.map((_, at) => `${name}/steps/${`${at + 1}`.padStart(3, '0')}.bin`)
  const { authority, token, root: imprint } = witness
  const files = tokenFiles(Buffer.from(token, 'hex'))
  return { folder: { folder: name, authority, steps: names, imprint, ...files }, steps }
}

function filesOf({ folder: one, steps }: Made): ArchiveEntry[] {
  const { folder, time, query, response, certificates, root } = one
  return [
    bytesFile(`${folder}/timestamp.tsr`, response, time),
    bytesFile(`${folder}/timestamp.tsq`, query, time),
    ...(certificates.length === 0 ? [] : [textFile(`${folder}/certificates.pem`, certificates.join(''), time)]),
    ...(root ? [textFile(`${folder}/root.pem`, `${root.certificate}`, time)] : []),
    ...steps.map((bytes, at) => bytesFile(`${one.steps[at]}`, bytes, time)),
  ]
}
