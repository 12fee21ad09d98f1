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
import { type Asked, type FolderReport, outcomeOf } from './folder-outcome.js'
import { folderJson, folderText } from './folder-report.js'
import { reading } from './input.js'

/** Anchors asked about at the same time. */
const ASKING = 8

const sha256: Sha256 = (data) => nativeHash('sha256', data, 'buffer')

/**
 * `tallystick verify DIR MANIFEST`: whether a folder holds exactly the files of a manifest, and whether that holds.
 * @param manifest where it was read from, and the document or why it is none.
 * @returns exit code: 0 verified, 1 refused or not yet on the chain, 2 when nothing is wrong but files cannot be read.
 * @throws Error when the folder cannot be read, or what was given is no manifest, RpcError when the node does not answer.
 */
export async function verifyFolder(
  folder: string,
  manifest: { readonly path: string; readonly evidence: Evidence | ProofError },
  flags: { readonly rpc?: string; readonly json?: boolean },
  print: (text: string) => void,
): Promise<number> {
  const { path, evidence } = manifest
  if (!(evidence instanceof ProofError) && evidence.form !== 'manifest') {
    throw new Error(`${folder} is a folder and ${path} the proof of one file: a folder needs its manifest`)
  }
  const verdict = evidence instanceof ProofError ? refusal(evidence) : verifyManifest(evidence.json, sha256)
  let report: FolderReport = { folder, verdict }
  if (verdict.outcome !== 'refused' && verdict.manifest !== undefined) {
    const skip = await ownPath(folder, path, verdict.manifest)
    const found = await reading(folder, folderFiles(folder, skip))
    report = { ...report, comparison: compareFolder(verdict.manifest.files, found) }
    if (flags.rpc !== undefined) {
      const asked = await ask(flags.rpc, verdict.manifest)
      report = { ...report, network: { host: new URL(flags.rpc).host, asked } }
    }
  }
  print(flags.json ? `${JSON.stringify(folderJson(report), null, 2)}\n` : folderText(report))
  const { outcome } = outcomeOf(report)
  return outcome === 'verified' ? 0 : outcome === 'unreadable' ? 2 : 1
}

/** The manifest itself may lie in the folder that it is about: it is not one of its files, unless it says so. */
async function ownPath(folder: string, path: string, { files }: ManifestDocument): Promise<Set<string>> {
  // What came through a pipe lies nowhere.
  const place = await realpath(path).catch(() => undefined)
  if (place === undefined) return new Set()
  const own = relative(await realpath(folder), place)
    .split(sep)
    .join('/')
  return new Set(files.some((file) => file.path === own) ? [] : [own])
}

function refusal({ code, message }: ProofError): ManifestVerdict {
  const checks = [{ name: 'format', status: 'fail', detail: message }] as const
  const failure = { code, check: 'format', message } as const
  return { outcome: 'refused', checks, restsOn: [], warnings: [], waiting: 0, failure }
}

/** For each batch, what the node says about its anchors. */
async function ask(rpc: string, { batches, blocks }: ManifestDocument): Promise<Asked[][]> {
  const asked: Asked[][] = batches.map(() => [])
  const waiting = batches.entries()
  const asking = async () => {
    for (const [i, { root, anchors }] of waiting) {
      for (const short of anchors) {
        const anchor = expandAnchor(short, blocks)
        asked[i]?.push({ anchor, finding: await checkAnchor(rpc, root, anchor) })
      }
    }
  }
  await Promise.all(Array.from({ length: ASKING }, asking))
  return asked
}
