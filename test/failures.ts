import { keep } from './run-folder.js'

/** Gives what explains a failure: text, a picture; undefined when there is nothing. */
type Give = () => string | Uint8Array | undefined | Promise<string | Uint8Array | undefined>

const givers = new Set<{ name: string; give: Give }>()

/**
 * Has a failing test keep something: the last lines of a log, what a page shows.
 *
 * @param name of the file it is kept in
 * @returns ends it
 */
export function explainFailures(name: string, give: Give): () => void {
  const giver = { name, give }
  givers.add(giver)
  return () => givers.delete(giver)
}

/** Keeps what explains the failure of a test. */
export async function keepExplanations(test: string): Promise<void> {
  for (const { name, give } of givers) {
    const content = await Promise.resolve()
      .then(give)
      .catch((error: unknown) => `could not be kept: ${error}`)
    if (content !== undefined && content.length > 0) keep(test, name, content)
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
