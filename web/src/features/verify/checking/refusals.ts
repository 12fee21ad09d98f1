import type { ProofErrorCode } from '@tallystick/proof'
import type { Judgement, Refusal } from './judgement.js'

/** Why a proof or a manifest was refused, for people. */
export function refusalOf(code: ProofErrorCode, json: unknown): Refusal {
  if (code === 'digest') return 'document'
  if (code === 'malformed') return 'notProof'
  if (code !== 'unsupported') return 'forged'
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : null
  return format === 'tallystick-proof' || format === 'tallystick-manifest' ? 'version' : 'notProof'
}

/** A refusal before anything was followed. */
export function refused(
  refusal: Refusal,
  reason: string | null,
  { hash, digest }: Pick<Judgement, 'hash' | 'digest'>,
): Judgement {
  const stations = { document: 'fail', path: 'unseen', root: 'unseen', transaction: 'unseen', block: 'unseen' } as const
  const nothing = { grounds: [], proof: null, root: null, place: null }
  return { outcome: 'refused', refusal, reason, stations, hash, digest, ...nothing }
}
