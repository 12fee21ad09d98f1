import { shortened } from './binding.js'

/*
 * Reads certificates as we write them and as browsers serialize them, character by character. Not a parser of HTML: whatever those two
 * never write has no tokens, so nothing can hide behind the rules by which browsers repair a page.
 */

/** A tag with its attributes in their order, a text, or the address in the comment that browsers write when they save a page. */
export interface PageToken {
  readonly kind: 'tag' | 'text' | 'saved-from'
  readonly value: string
}

/** Names the first thing that a certificate never contains. */
export class NotAsWritten extends Error {}

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][\w:-]*="[^"]*")*)( ?\/)?>/y
const attribute = / ([a-zA-Z][\w:-]*)="([^"]*)"/g
const doctype = /<!doctype html>\n?/iy
/** `<!-- saved from url=(LENGTH)ADDRESS -->`. Not spelled out: this script is part of a page. */
const savedFrom = /<!-{2} saved from url=\((\d{4})\)(\S{1,4096}) -{2}>\n?/y
/** All that we and browsers escape; both write every other character as itself. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
  '&#34;': '"',
  '&#38;': '&',
  '&#39;': "'",
  '&#60;': '<',
  '&#62;': '>',
}
/** Browsers drop and add line feeds around tags, where they show nothing. */
const layout = /^\n{0,3}$/
/** Drawings, which we end with a slash and browsers with a tag of their own. */
const drawings = new Set(['path', 'rect'])
/** Their content is neither markup nor entities. */
const raw = new Set(['script', 'style'])
/** Ways to state that the page is UTF-8. Browsers replace ours by theirs, or write both. */
const charset = /^meta (?:charset="utf-8"|http-equiv="content-type" content="text\/html; charset=utf-8")$/i
const utf8Token: PageToken = { kind: 'tag', value: 'meta charset="utf-8"' }

/**
 * Splits a page into tokens.
 * @throws {NotAsWritten} when the page has something that a certificate never has.
 */
export function pageTokens(html: string): PageToken[] {
  const tokens: PageToken[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(html)
    if (match) at = pattern.lastIndex
    return match
  }
  const unknown = () => new NotAsWritten(shortened(html.slice(at, at + 60)))
  if (!take(doctype)) throw unknown()
  const [, length, address = ''] = take(savedFrom) ?? []
  if (length !== undefined) {
    if (Number(length) !== address.length) throw new NotAsWritten(shortened(address))
    tokens.push({ kind: 'saved-from', value: address })
  }
  while (at < html.length) {
    if (html[at] !== '<') {
      const end = html.indexOf('<', at)
      const text = html.slice(at, end < 0 ? html.length : end)
      at += text.length
      if (!layout.test(text)) tokens.push({ kind: 'text', value: decoded(text) })
      continue
    }
    const begin = at
    const [, closing, name = '', attributes = '', slash] = take(tag) ?? []
    if (name === '') throw unknown()
    const value = `${closing}${name}${attributesOf(attributes)}`
    const isEnded = !drawings.has(name) || slash !== undefined || take(/<\/(?:path|rect)>/y)?.[0] === `</${name}>`
    const isOurs = closing ? !attributes && !drawings.has(name) && name !== 'meta' : isEnded
    if (!isOurs || (slash !== undefined && (closing || !drawings.has(name)))) {
      at = begin
      throw unknown()
    }
    if (!charset.test(value)) tokens.push({ kind: 'tag', value })
    else if (tokens.at(-1)?.value !== utf8Token.value) tokens.push(utf8Token)
    if (closing || !raw.has(name)) continue
    const end = html.indexOf(`</${name}>`, at)
    const content = html.slice(at, end)
    // Browsers end a script at less than that.
    if (end < 0 || content.toLowerCase().includes(`</${name}`)) throw new NotAsWritten(`<${name}>`)
    tokens.push({ kind: 'text', value: content })
    at = end
  }
  return tokens
}

function attributesOf(text: string): string {
  return [...text.matchAll(attribute)]
    .map(([, name = '', value = '']) => ` ${name}=${JSON.stringify(decoded(value))}`)
    .join('')
}

function decoded(text: string): string {
  return text.replace(/&[^;&]{0,8};?/g, (entity) => {
    const character = Object.hasOwn(entities, entity) ? entities[entity] : undefined
    if (character === undefined) throw new NotAsWritten(shortened(entity))
    return character
  })
}
