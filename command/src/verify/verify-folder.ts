import { hash as nativeHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import {
  compareFolder,
  confirmManifest,
  type Evidence,
  expandAnchor,
  type ManifestDocument,
  type ManifestVerdict,
  ProofError,
  type Sha256,
  verifyManifest,
} from '@tallystick/proof'
import { reading } from '../input.js'
import { folderFiles } from './folder-files.js'
import { type FolderReport, outcomeOf } from './folder-outcome.js'
import { folderJson, folderText } from './folder-report.js'
import { knownOutside, type OutsideFlags } from './outside.js'
import { exitCodes } from './report.js'

const sha256: Sha256 = (data) => nativeHash('sha256', data, 'buffer')

/**
 * Runs `tallystick verify DIR MANIFEST`: verifies the manifest, and that the folder contains exactly its files.
 * @param manifest path of the manifest, and the document or why it isn't one.
 * @returns exit code, see {@link exitCodes}; 2 when nothing is wrong but files cannot be read.
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
  const verdict =
    evidence instanceof ProofError ? refusal(evidence) : verifyManifest(evidence.json, { sha: sha256, now: Date.now() })
  let report: FolderReport = { folder, verdict, answers: [] }
  if (verdict.outcome !== 'refused' && verdict.manifest !== undefined) {
    const skip = await ownPath(folder, path, verdict.manifest)
    const found = await reading(folder, folderFiles(folder, skip))
    const comparison = compareFolder(verdict.manifest.files, found)
    report = { ...report, ...(await confirm(verdict, verdict.manifest, flags)), comparison }
  }
  print(flags.json ? `${JSON.stringify(folderJson(report), null, 2)}\n` : folderText(report))
  const { outcome } = outcomeOf(report)
  return outcome === 'unreadable' ? 2 : exitCodes[outcome]
}

/** Compares the manifest's blocks with what the flags name. */
async function confirm(verdict: ManifestVerdict, { batches, blocks }: ManifestDocument, flags: OutsideFlags) {
  const anchors = batches.flatMap(({ root, anchors }) =>
    anchors.map((anchor) => ({ root, anchor: expandAnchor(anchor, blocks) })),
  )
  const { known, caveats, answers } = await knownOutside(anchors, flags)
  const confirmed = confirmManifest(verdict, known)
  return { verdict: { ...confirmed, caveats: [...caveats, ...confirmed.caveats] }, answers }
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

function refusal({ code, message }: ProofError): ManifestVerdict {
  const checks = [{ name: 'format', status: 'fail', detail: message }] as const
  const failure = { code, check: 'format', message } as const
  return { outcome: 'refused', checks, sources: [], caveats: [], warnings: [], waiting: 0, anchors: [], failure }
}
