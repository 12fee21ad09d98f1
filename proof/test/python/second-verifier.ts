import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ProofError } from '../../src/errors.js'
import { type Evidence, evidenceIn, noEvidence } from '../../src/evidence.js'
import type { Finding, FindingFailure, FoundTime } from '../../src/finding.js'
import { germanWords } from '../../src/words/de.js'
import { englishWords } from '../../src/words/en.js'
import { say, sayCaveat } from '../../src/words/say.js'
import type { Words } from '../../src/words/words.js'
import type { Mutant } from './mutants.js'

/** Both verifiers' findings on the same evidence, as far as they have to agree: in everything but diagnostics. */
export type Answer = Pick<Finding, 'outcome' | 'sources' | 'caveats'> & {
  readonly time?: FoundTime
  readonly failure?: Omit<FindingFailure, 'detail'>
  /** By language, the headline and the sentence of each caveat. */
  readonly said: Readonly<Record<'en' | 'de', readonly string[]>>
}

/** Returns what has to agree of a finding, by this package. */
export function answerOf(finding: Finding): Answer {
  const said = (words: Words) => [say(finding, words), ...finding.caveats.map((caveat) => sayCaveat(caveat, words))]
  return compared({ ...finding, said: { en: said(englishWords), de: said(germanWords) } })
}

function compared({ outcome, sources, caveats, time, failure, said }: Answer): Answer {
  const { check, code, facts } = failure ?? {}
  return {
    outcome,
    sources,
    caveats,
    said,
    ...(time && { time }),
    ...(failure && { failure: { check, code, facts } as Omit<FindingFailure, 'detail'> }),
  }
}

/** Finds the evidence in a file, or why there is none, as the command does. */
export async function evidenceOf(bytes: Uint8Array): Promise<Evidence | ProofError> {
  try {
    return (await evidenceIn(bytes, 'proof.json')) ?? noEvidence(bytes)
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
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
  return lines.map((line) => compared(JSON.parse(line) as Answer))
}
