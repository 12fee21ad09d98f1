import { keep } from './run-folder.js'

/** Gives what explains a failure: text, a picture; undefined when there is nothing. */
type Give = () => string | Uint8Array | undefined | Promise<string | Uint8Array | undefined>

const givers = new Set<{ name: string; give: Give }>()
const ended = new Set<{ name: string; give: Give }>()

/**
 * Has a failing test or hook keep something: the last lines of a log, what a page shows.
 *
 * @param name of the file it is kept in
 * @returns ends it, with the test file: a service that a failing hook started has stopped by then
 */
export function explainFailures(name: string, give: Give): () => void {
  const giver = { name, give }
  givers.add(giver)
  return () => ended.add(giver)
}

/** Ends, after a test file, what was to explain its failures. */
export function endExplanations(): void {
  for (const giver of ended) givers.delete(giver)
  ended.clear()
}

/** Keeps what explains the failure of a test, or of a hook. */
export async function keepExplanations(of: string): Promise<void> {
  for (const { name, give } of givers) {
    const content = await Promise.resolve()
      .then(give)
      .catch((error: unknown) => `could not be kept: ${error}`)
    if (content !== undefined && content.length > 0) keep(of, name, content)
  }
}

/** The last lines of a log. */
export class LastLines {
  private text = ''
  private readonly charactersMax: number

  constructor(charactersMax = 200_000) {
    this.charactersMax = charactersMax
  }

  write(text: string): void {
    this.text += text
    if (this.text.length > 2 * this.charactersMax) this.text = this.read()
  }

  read(): string {
    return this.text.slice(-this.charactersMax)
  }
}
