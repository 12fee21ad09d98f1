import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Session, SessionFlags } from '../account/session.js'
import type { Context } from '../context.js'
import { showCount } from '../progress.js'
import { proofEnding } from './files.js'

/** A stamped file, as it is printed. */
export interface Stamped {
  file: string
  hash: string
  txid: string
  /** Whether it was stamped before. */
  existing: boolean
  /** Known of those stamped one by one. */
  code?: string
}

/** Flags about what to do once stamps are made. */
export interface FinishFlags {
  wait?: boolean
  /** Whether to write proofs beside the files. */
  proof?: boolean
  /** A folder for the proofs instead. */
  proofDir?: string
}

/** Prints a stamp that was just made, or was there. */
export async function printStamped(stamped: Stamped, { json }: SessionFlags, { output: out }: Context): Promise<void> {
  if (json) return out.json(stamped)
  const { code, hash, file, existing } = stamped
  if (code === undefined) return out.line(`${hash}  ${file}`)
  await out.line(`${code}  ${file}${existing ? '  (already stamped)' : ''}`)
}

/** Waits until stamps are final, and writes their proofs, as the flags say. */
export async function finish(
  all: readonly Stamped[],
  { wait, proof = false, proofDir }: FinishFlags,
  { tallystick }: Session,
  { signal, output: out }: Context,
): Promise<void> {
  const hasProofs = proof || proofDir !== undefined
  if (!wait && !hasProofs) return
  const progress = showCount(all.length)
  const written = new Set<string>()
  try {
    for (const { file, hash, code: known } of all) {
      const { code } = await tallystick.waitUntilFinal(known ?? hash, { signal })
      progress.add(1)
      if (!hasProofs) continue
      const wanted = `${proofDir === undefined ? file : join(proofDir, basename(file))}${proofEnding}`
      const path = written.has(wanted) ? wanted.replace(proofEnding, `.${code}${proofEnding}`) : wanted
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, `${JSON.stringify(await tallystick.proof(code, { signal }), null, 2)}\n`)
      written.add(path)
    }
  } finally {
    progress.end()
  }
  out.note(hasProofs ? `${written.size === 1 ? '1 proof' : `${written.size} proofs`} written.` : 'Final.')
}
