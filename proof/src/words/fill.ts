import { knownChains } from '../trust/chains.js'
import type { Source } from '../trust/source.js'
import type { Words } from './words.js'

/** Facts of a sentence by name. Each name has one meaning everywhere, see {@link factKinds}. */
export type Facts = Readonly<
  Record<string, string | number | readonly string[] | readonly number[] | readonly Source[]>
>

/**
 * How facts are written, by name; all others as they are. `quoted`: someone's words, each in quotation marks. Part of the file that
 * verifiers in other languages read.
 */
export const factKinds: Readonly<Record<string, 'moment' | 'count' | 'quoted' | 'chain' | 'sources'>> = {
  after: 'moment',
  before: 'moment',
  earliest: 'moment',
  latest: 'moment',
  received: 'moment',
  since: 'moment',
  time: 'moment',
  validUntil: 'moment',
  blocks: 'count',
  bytes: 'count',
  confirmations: 'count',
  count: 'count',
  documents: 'count',
  files: 'count',
  fitting: 'count',
  left: 'count',
  more: 'count',
  waiting: 'count',
  authority: 'quoted',
  folder: 'quoted',
  networks: 'quoted',
  states: 'quoted',
  witnesses: 'quoted',
  chain: 'chain',
  by: 'sources',
}

/**
 * Fills the facts into a sentence. A name in capitals begins it: `{Chain}`. `{ofChain}` is the fact `chain`, after a noun.
 * @throws {Error} when a fact is missing, which is a mistake in a table of words.
 */
export function fill(text: string, facts: Facts, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'ofChain') return chainWords(`${facts.chain}`, words.ofChain)
    const own = name.charAt(0).toLowerCase() + name.slice(1)
    const value = facts[own]
    if (value === undefined) throw new Error(`a sentence lacks its fact ${name}`)
    const written = factText(own, value, words)
    return own === name ? written : written.charAt(0).toUpperCase() + written.slice(1)
  })
}

function factText(name: string, value: Facts[string], words: Words): string {
  switch (factKinds[name]) {
    case 'moment':
      return momentText(`${value}`, words)
    case 'count':
      return `${value}`.replace(/\B(?=(\d{3})+$)/g, words.thousands)
    case 'quoted':
      return listText(
        [value].flat().map((text) => quotedText(`${text}`, words)),
        words,
      )
    case 'chain':
      return chainWords(`${value}`, words.chain)
    case 'sources':
      return listText(
        (value as readonly Source[]).map((source) => sourceText(source, words)),
        words,
      )
    default:
      return listText([value].flat().map(String), words)
  }
}

/** Quotes someone's words. Quotation marks of their own could end the quotation, so they become apostrophes. */
function quotedText(text: string, words: Words): string {
  return words.quoted.replace('{text}', () => text.replace(/["“”„‟«»]/g, '’'))
}

/** Writes a time, which is as `Date.toISOString` writes it; milliseconds only where there are some. */
export function momentText(iso: string, words: Words): string {
  const [, year, month, day, clock] = /^(\d+)-(\d\d)-(\d\d)T([\d:]+(?:\.(?!000Z)\d+)?)/.exec(iso) ?? []
  return replaced(words.moment, { year, month, day, clock })
}

/** Names a source in a sentence. Its name is written as a fact of the name of its kind: a certificate's can be any words. */
function sourceText({ kind, name, certifiedBy }: Source, words: Words): string {
  const source = replaced(words.sources[kind], { name: factText(kind, name, words) })
  return certifiedBy === undefined
    ? source
    : replaced(words.certified, { source, certifier: factText(kind, certifiedBy, words) })
}

/** Joins texts to a list, each once. */
export function listText(texts: readonly string[], words: Words): string {
  const unique = [...new Set(texts)]
  const [last = ''] = unique.splice(-1)
  return unique.length === 0 ? last : replaced(words.lastOfList, { others: unique.join(', '), last })
}

function chainWords(chain: string, forms: Words['chain']): string {
  const { name, kind } = knownChains.get(chain) ?? {}
  const form = name !== undefined ? 'named' : kind === 'private' ? 'private' : 'unknown'
  return replaced(forms[form], { name, number: chain.slice('eip155:'.length) })
}

const replaced = (text: string, values: Readonly<Record<string, string | undefined>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`)
