import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { proofEndings } from '@tallystick/proof'
import type { Session, SessionFlags } from '../account/session.js'
import type { Context } from '../context.js'
import { showCount } from '../progress.js'

/** A stamp as all commands print it that make stamps. */
export interface Stamped {
  /** The file, or what else it is of: the name in a list, a commit. */
  file: string
  hash: string
  txid: string
  /** Whether it was stamped before. */
  existing: boolean
  /** Known of those stamped one by one. */
  code: string | null
}

/** Flags about what to do once stamps are made. */
export interface FinishFlags {
  wait?: boolean
  /** Whether to write proofs beside the files. */
  proof?: boolean
  /** A folder for the proofs instead. */
  proofDir?: string
}

/** Prints a stamp that was just made, or was there. On a terminal, the address of its page as well. */
export async function printStamped(
  { file, hash, txid, existing, code }: Stamped,
  { json }: SessionFlags,
  { url: service }: Session,
  { output: out }: Context,
): Promise<void> {
  const url = code === null ? null : `${service}/s/${code}`
  if (json) return out.json({ file, hash, txid, existing, code, url })
  if (url === null) return out.line(`${hash}  ${file}`)
  await out.line(`${code}  ${file}${existing ? '  (already stamped)' : ''}`)
  if (process.stdout.isTTY) out.note(url)
}

/** Waits until stamps are final, and writes their proofs, as the flags say. */
export async function finish(
  all: readonly Stamped[],
  { wait, proof = false, proofDir }: FinishFlags,
  { tallystick }: Session,
  { signal, output: out, onInterrupt }: Context,
): Promise<void> {
  const hasProofs = proof || proofDir !== undefined
  if (!wait && !hasProofs) return
  const progress = showCount(all.length)
  const written = new Set<string>()
  let final = 0
  onInterrupt(() => {
    const left = hasProofs ? `${written.size} of ${all.length} proofs written` : `${final} of ${all.length} final`
    return `Interrupted: ${all.length} stamped, ${left}. To go on, run the command again: each stamp stays.`
  })
  try {
    for (const { file, hash, code: known } of all) {
      const { code } = await tallystick.waitUntilFinal(known ?? hash, { signal })
      final++
      progress.add(1)
      if (!hasProofs) continue
      const wanted = `${proofDir === undefined ? file : join(proofDir, basename(file))}${proofEndings.json}`
      const path = written.has(wanted) ? wanted.replace(proofEndings.json, `.${code}${proofEndings.json}`) : wanted
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, `${JSON.stringify(await tallystick.proof(code, { signal }), null, 2)}\n`)
      written.add(path)
    }
  } finally {
    progress.end()
  }
  out.note(hasProofs ? `${written.size === 1 ? '1 proof' : `${written.size} proofs`} written.` : 'Final.')
}
