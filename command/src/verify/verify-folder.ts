import { hash as nativeHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import {
  compareFolder,
  confirmManifest,
  type Evidence,
  expandAnchor,
  type ManifestDocument,
  type ManifestFinding,
  ProofError,
  type Sha256,
  verifyManifest,
} from '@tallystick/proof'
import { reading } from '../input.js'
import { folderFiles } from './folder-files.js'
import { type FolderReport, outcomeOf } from './folder-outcome.js'
import { folderJson, folderText } from './folder-report.js'
import { knownOutside, type OutsideFlags } from './outside.js'
import { exitCodeOf } from './report.js'

const sha256: Sha256 = (data) => nativeHash('sha256', data, 'buffer')

/**
 * Runs `tallystick verify DIR MANIFEST`: verifies the manifest, and that the folder contains exactly its files.
 * @param manifest path of the manifest, and the document or why it isn't one.
 * @returns exit code, see {@link exitCodeOf}; 2 when nothing is wrong but files cannot be read.
 * @throws Error when the folder cannot be read, or the proof of a single file was given; RpcError when the node does not answer.
 */
export async function verifyFolder(
  folder: string,
  manifest: { readonly path: string; readonly evidence: Evidence | ProofError },
  flags: OutsideFlags & { readonly json?: boolean },
  print: (text: string) => void,
): Promise<number> {
  const { path, evidence } = manifest
  if (!(evidence instanceof ProofError) && evidence.form !== 'manifest') {
    throw new Error(`${folder} is a folder, but ${path} is the proof of a single file. A folder needs its manifest.`)
  }
  const finding =
    evidence instanceof ProofError ? refusal(evidence) : verifyManifest(evidence.json, { sha: sha256, now: Date.now() })
  let report: FolderReport = { folder, finding, answers: [] }
  if (finding.outcome !== 'refused' && finding.manifest !== undefined) {
    const skip = await ownPath(folder, path, finding.manifest)
    const found = await reading(folder, folderFiles(folder, skip))
    const comparison = compareFolder(finding.manifest.files, found)
    report = { ...report, ...(await confirm(finding, finding.manifest, flags)), comparison }
  }
  print(flags.json ? `${JSON.stringify(folderJson(report), null, 2)}\n` : folderText(report))
  const outcome = outcomeOf(report)
  return outcome === 'unreadable' ? 2 : exitCodeOf({ outcome, sources: report.finding.sources })
}

/** Compares the manifest's blocks with what the flags name. */
async function confirm(finding: ManifestFinding, { batches, blocks }: ManifestDocument, flags: OutsideFlags) {
  const anchors = batches.flatMap(({ root, anchors }) =>
    anchors.map((anchor) => ({ root, anchor: expandAnchor(anchor, blocks) })),
  )
  const { known, caveats, answers } = await knownOutside(anchors, flags)
  const confirmed = confirmManifest(finding, known)
  const open = confirmed.outcome === 'refused' ? [] : caveats
  return { finding: { ...confirmed, caveats: [...open, ...confirmed.caveats] }, answers }
}

/** The manifest may be inside its own folder. It isn't one of the files then, unless it lists itself. */
async function ownPath(folder: string, path: string, { files }: ManifestDocument): Promise<Set<string>> {
  // A manifest from a pipe has no path.
  const manifestPath = await realpath(path).catch(() => undefined)
  if (manifestPath === undefined) return new Set()
  const own = relative(await realpath(folder), manifestPath)
    .split(sep)
    .join('/')
  return new Set(files.some((file) => file.path === own) ? [] : [own])
}

function refusal({ code, message, facts }: ProofError): ManifestFinding {
  const checks = [{ name: 'format', status: 'fail', detail: message }] as const
  const failure = { code, check: 'format', facts, detail: message } as ManifestFinding['failure'] & object
  const nothing = { sources: [], caveats: [], lookalikes: [], waiting: 0, anchors: [] }
  return { about: 'manifest', outcome: 'refused', checks, failure, ...nothing }
}
