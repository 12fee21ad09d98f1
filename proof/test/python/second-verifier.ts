import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.js'

/** Both verifiers' results for the same evidence. */
export type Answer = {
  readonly outcome: string
  readonly check?: string
  readonly code?: string
  /** Codes, each once, sorted; of a refusal none. */
  readonly caveats: readonly string[]
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Asks the verifier in Python, one process for all.
 * @param now time of both verifiers, in seconds since 1970
 */
export async function askPython(python: string, mutants: readonly Mutant[], now: number): Promise<Answer[]> {
  const process = spawn(python, ['-B', path('answers.py'), path('../../python')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const questions = mutants.map(({ evidence, ...rest }) => {
    return JSON.stringify({ evidence: Buffer.from(evidence).toString('base64'), now, ...rest })
  })
  process.stdin.end(`${questions.join('\n')}\n`)
  const answers: Buffer[] = []
  for await (const piece of process.stdout) answers.push(piece as Buffer)
  const lines = Buffer.concat(answers).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { outcome, failure, caveats = [] } = JSON.parse(line) as Verdict
    return { outcome, ...(failure && { check: failure.check, code: failure.code }), caveats: [...caveats].sort() }
  })
}

type Verdict = { outcome: string; failure?: { check: string; code: string }; caveats?: string[] }
