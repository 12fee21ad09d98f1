import {
  type Evidence,
  type Finding,
  judge,
  type KnownBlock,
  type ProofDocument,
  ProofError,
  pairProofs,
  rootedAnchors,
  rowsOf,
  type Unread,
} from '@tallystick/proof'
import type { NodeAnswers, RootedAnchor } from '@tallystick/sdk'
import { isFolder, STANDARD_INPUT } from '../../input.js'
import { knownOutside, knownTimes, type OutsideFlags } from '../outside.js'
import type { ReadEvidence } from '../read-evidence.js'
import { judgeOts } from '../verify-ots.js'
import { collect, judgeAgain } from './collect.js'
import { type ManyReport, manyCsv, manyExitCode, manyJson, manyText } from './report.js'
import { entriesOf, sourcesOf } from './sources.js'

export type ManyFlags = OutsideFlags & { readonly json?: boolean; readonly csv?: boolean }

/**
 * Returns whether paths name documents and proofs to pair, rather than a file with its proof, or a folder with its manifest.
 * @throws Error for people when one cannot be read.
 */
export async function areMany(paths: readonly string[], read: ReadEvidence): Promise<boolean> {
  if (paths.length > 2) return true
  const [file = '', proof] = paths
  const folders = await Promise.all(paths.map(isFolder))
  if (proof === undefined) return folders[0] === true || (await isArchive(file))
  if (folders[1]) return true
  if (await isArchive(proof)) return true
  if (!folders[0] || proof === STANDARD_INPUT) return false
  const evidence = await read(proof)
  return !(evidence instanceof ProofError) && evidence.form !== 'manifest'
}

async function isArchive(file: string): Promise<boolean> {
  return file !== STANDARD_INPUT && (await entriesOf(file)).length > 0
}

/**
 * Runs `tallystick verify PATH…`: verifies documents and proofs in files, folders and archives, paired by content, and compares their
 * blocks with what the flags name.
 * @returns exit code, see {@link manyExitCode}.
 * @throws Error for people on wrong usage or when a path cannot be read, RpcError when the node does not answer.
 */
export async function verifyMany(
  paths: readonly string[],
  flags: ManyFlags,
  print: (text: string) => void,
): Promise<number> {
  if (paths.includes(STANDARD_INPUT)) throw new Error('standard input holds one file: give it with its proof alone')
  const unread: Unread[] = []
  const sources = await sourcesOf(paths, unread)
  const anchors = new Map<string, RootedAnchor>()
  const noted = (proof: ProofDocument) => {
    for (const each of rootedAnchors(proof)) anchors.set(each.anchor.transactionId, each)
  }
  const first = await collect(sources, (evidence, digest) => judgeWith(nothing, evidence, digest, flags, noted))
  const outside = await knownOutside([...anchors.values()], flags)
  const isCompared =
    outside.known.length + outside.caveats.length > 0 || flags.rpc !== undefined || flags.online === true
  const carriers = new Set(first.proofs.map(({ path }) => path))
  const proofs = isCompared
    ? await judgeAgain(
        sources.filter(({ path }) => carriers.has(path)),
        (evidence, digest) => judgeWith(outside, evidence, digest, flags),
      )
    : first.proofs
  const rows = rowsOf(pairProofs(first.documents, proofs), [...unread, ...first.unread])
  const report: ManyReport = { rows, answers: outside.answers, reasons: [...unread, ...first.unread] }
  print(flags.json ? `${JSON.stringify(manyJson(report), null, 2)}\n` : flags.csv ? manyCsv(report) : manyText(report))
  return manyExitCode(report)
}

const nothing: NodeAnswers = { answers: [], known: [], caveats: [] }

/** Judges evidence as for a single file. @param noted gets each proof that is sound */
async function judgeWith(
  { known, caveats }: { known: readonly KnownBlock[]; caveats: NodeAnswers['caveats'] },
  evidence: Evidence | ProofError,
  digest: Uint8Array | undefined,
  flags: OutsideFlags,
  noted?: (proof: ProofDocument) => void,
): Promise<Finding> {
  const now = Date.now()
  const isOts = !(evidence instanceof ProofError) && evidence.form === 'ots'
  if (isOts && digest !== undefined && noted === undefined)
    return (await judgeOts(evidence.bytes, digest, { now }, flags)).finding
  const alone = judge(evidence, digest, { now })
  if (alone.outcome === 'refused' || alone.about !== 'proof' || alone.proof === undefined) return alone
  noted?.(alone.proof)
  const times = await knownTimes(alone.proof, timeFlags(alone.proof, flags))
  return judge(evidence, digest, { now, times, known, answers: caveats })
}

/** Of many proofs, only some have a calendar's statement to compare with a header of Bitcoin. */
function timeFlags({ witnesses = [] }: ProofDocument, { bitcoinHeader, ...flags }: OutsideFlags): OutsideFlags {
  const isStated = bitcoinHeader !== undefined && witnesses.some(({ kind }) => kind === 'opentimestamps')
  return isStated ? { ...flags, bitcoinHeader } : flags
}
