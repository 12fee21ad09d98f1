import { hash as nativeHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import {
  compareFolder,
  type Evidence,
  expandAnchor,
  type ManifestDocument,
  type ManifestVerdict,
  ProofError,
  type Sha256,
  verifyManifest,
} from '@tallystick/proof'
import { checkAnchor } from '../chain/check-anchor.js'
import { folderFiles } from './folder-files.js'
import { type AskedAnchor, type FolderReport, outcomeOf } from './folder-outcome.js'
import { folderJson, folderText } from './folder-report.js'
import { reading } from './input.js'

/** Concurrent requests to the node. */
const CONCURRENCY = 8

const sha256: Sha256 = (data) => nativeHash('sha256', data, 'buffer')

/**
 * Runs `tallystick verify DIR MANIFEST`: verifies the manifest, and that the folder contains exactly its files.
 * @param manifest path of the manifest, and the document or why it isn't one.
 * @returns exit code: 0 verified, 1 refused or not on the chain yet, 2 when nothing is wrong but files cannot be read.
 * @throws Error when the folder cannot be read, or the proof of a single file was given; RpcError when the node does not answer.
 */
export async function verifyFolder(
  folder: string,
  manifest: { readonly path: string; readonly evidence: Evidence | ProofError },
  flags: { readonly rpc?: string; readonly json?: boolean },
  print: (text: string) => void,
): Promise<number> {
  const { path, evidence } = manifest
  if (!(evidence instanceof ProofError) && evidence.form !== 'manifest') {
    throw new Error(`${folder} is a folder, but ${path} is the proof of a single file. A folder needs its manifest.`)
  }
  const verdict = evidence instanceof ProofError ? refusal(evidence) : verifyManifest(evidence.json, sha256)
  let report: FolderReport = { folder, verdict }
  if (verdict.outcome !== 'refused' && verdict.manifest !== undefined) {
    const skip = await ownPath(folder, path, verdict.manifest)
    const found = await reading(folder, folderFiles(folder, skip))
    report = { ...report, comparison: compareFolder(verdict.manifest.files, found) }
    if (flags.rpc !== undefined) {
      const asked = await askAbout(flags.rpc, verdict.manifest)
      report = { ...report, network: { host: new URL(flags.rpc).host, asked } }
    }
  }
  print(flags.json ? `${JSON.stringify(folderJson(report), null, 2)}\n` : folderText(report))
  const { outcome } = outcomeOf(report)
  return outcome === 'verified' ? 0 : outcome === 'unreadable' ? 2 : 1
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
  return { outcome: 'refused', checks, restsOn: [], warnings: [], waiting: 0, failure }
}

/** Asks the node about the anchors of each batch. */
async function askAbout(rpc: string, { batches, blocks }: ManifestDocument): Promise<AskedAnchor[][]> {
  const asked: AskedAnchor[][] = batches.map(() => [])
  const pending = batches.entries()
  const ask = async () => {
    for (const [i, { root, anchors }] of pending) {
      for (const compact of anchors) {
        const anchor = expandAnchor(compact, blocks)
        asked[i]?.push({ anchor, finding: await checkAnchor(rpc, root, anchor) })
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, ask))
  return asked
}
