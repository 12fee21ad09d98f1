import { shortened } from './binding.js'

/*
 * Reads certificates as we write them and as browsers save them. Not a parser of HTML: whatever those two never write (comments,
 * unquoted attributes, unknown entities) has no tokens, so nothing can hide behind the rules by which browsers repair a page.
 */

/** A tag with its attributes in alphabetical order; text with its white space collapsed; a script or a style as it is. */
export interface PageToken {
  readonly kind: 'tag' | 'text'
  readonly value: string
}

/** Names the first thing that a certificate never contains. */
export class NotAsWritten extends Error {}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z][\w:-]*(?:="[^"]*")?)*)\s*(\/?)>/y
const attribute = /([a-zA-Z][\w:-]*)(?:="([^"]*)")?/g
/** Browsers note where a page was saved from. */
const savedFrom = /<!-- saved from url=\(\d+\)[^\s<>]* -->/y
const doctype = /<!doctype html>/iy
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const empty = new Set(['meta', 'path', 'rect'])
/** Their content is neither markup nor entities. */
const raw = new Set(['script', 'style'])

/**
 * Splits a page into tokens, without those that browsers add when they save it.
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
  const addText = (text: string) => {
    const value = text.replace(/\s+/g, ' ').trim()
    if (value !== '') tokens.push({ kind: 'text', value })
  }
  take(/\ufeff/y)
  take(doctype)
  take(/\s*/y)
  take(savedFrom)
  while (at < html.length) {
    if (html[at] !== '<') {
      const end = html.indexOf('<', at)
      const text = html.slice(at, end < 0 ? html.length : end)
      at += text.length
      addText(decoded(text))
      continue
    }
    const match = take(tag)
    if (!match) throw new NotAsWritten(shortened(html.slice(at, at + 60)))
    const [, closing, name = '', attributes = ''] = match
    if (closing) {
      if (!empty.has(name)) tokens.push({ kind: 'tag', value: `/${name}` })
      continue
    }
    const value = `${name}${attributesOf(attributes)}`
    if (!isAddedBySaving(value)) tokens.push({ kind: 'tag', value })
    if (!raw.has(name)) continue
    const end = html.indexOf(`</${name}>`, at)
    if (end < 0) throw new NotAsWritten(`<${name}>`)
    tokens.push({ kind: 'text', value: html.slice(at, end).trim() })
    at = end
  }
  return tokens
}

const isAddedBySaving = (value: string) =>
  value === 'meta content="text/html; charset=UTF-8" http-equiv="Content-Type"' || value === 'meta charset="utf-8"'

function attributesOf(text: string): string {
  const found = [...text.matchAll(attribute)].map(
    ([, name = '', value = '']) => ` ${name.toLowerCase()}=${JSON.stringify(decoded(value))}`,
  )
  return found.sort().join('')
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));|&/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined || hex !== undefined) {
      const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (point > 0x10ffff) throw new NotAsWritten(whole)
      return String.fromCodePoint(point)
    }
    const character = name === undefined ? undefined : entities[name]
    if (character === undefined) throw new NotAsWritten(shortened(whole))
    return character
  })
}
