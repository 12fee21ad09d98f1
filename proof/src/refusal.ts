import type { ProofError } from './errors.js'
import type { CheckName, FindingFailure, ProofCheck } from './finding.js'

/** Returns the failure that an error means for a check, and the checks up to it. */
export function refusal(
  { code, facts, message }: ProofError,
  check: CheckName,
  passed: readonly ProofCheck[],
): { readonly checks: readonly ProofCheck[]; readonly failure: FindingFailure } {
  const failure = { code, check, facts, detail: message } as FindingFailure
  return { checks: [...passed, { name: check, status: 'fail', detail: message }], failure }
}
