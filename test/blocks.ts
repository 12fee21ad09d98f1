import { readFileSync } from 'node:fs'
import { root } from './sources.js'

/** Returns the fenced blocks of a language in a Markdown file, in order. */
export function blocksOf(path: string, language: string): string[] {
  const text = readFileSync(`${root}${path}`, 'utf8')
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, named, block]) =>
    named === language ? [block ?? ''] : [],
  )
}
