import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { withoutCredentials } from '../credentials.js'
import type { DirectHosts } from '../outgoing/proxies.js'

// Parsers of settings. Each throws an error whose message completes the sentence "NAME must be …".

export function whole(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`a whole number from ${min} to ${max}`)
    return value
  }
}

export function number(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`a number greater than 0 and at most ${max}`)
    return value
  }
}

export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return (text: string): Values[number] => {
    if (!values.includes(text)) throw new Error(`one of ${values.join(', ')}`)
    return text
  }
}

export function flag(text: string): boolean {
  return oneOf('true', 'false')(text) === 'true'
}

export function text(lengthMax: number) {
  return (text: string): string => {
    // Proofs repeat the network's name, and a verifier refuses the same characters.
    if (text.length > lengthMax || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
      throw new Error(`a single line of at most ${lengthMax} characters, none of them invisible`)
    return text
  }
}

export function hex(bytes: number) {
  return (text: string): Uint8Array => {
    if (!new RegExp(`^(0x)?[0-9a-fA-F]{${bytes * 2}}$`).test(text))
      throw new Error(`${bytes * 2} hex digits, with or without 0x`)
    return Buffer.from(text.replace(/^0x/, ''), 'hex')
  }
}

const ringMax = 8

/** A key, or several of them separated by commas or spaces, each once. */
export function hexRing(bytes: number) {
  return (text: string): Uint8Array[] => {
    const form = `${bytes * 2} hex digits, with or without 0x, or up to ${ringMax} different keys of this form, separated by commas`
    const keys = text.split(/\s*,\s*|\s+/).map((one) => {
      try {
        return hex(bytes)(one)
      } catch {
        throw new Error(form)
      }
    })
    const distinct = new Set(keys.map((key) => Buffer.from(key).toString('hex')))
    if (keys.length > ringMax || distinct.size < keys.length) throw new Error(form)
    return keys
  }
}

export function url(...protocols: readonly string[]) {
  return (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    }
    return text
  }
}

const urlsMax = 8

/** Addresses separated by commas or spaces, which may contain credentials; each host and path once. */
export function urls(text: string): string[] {
  const form = `a comma-separated list of up to ${urlsMax} different addresses starting with http:// or https://`
  const list = text.split(/\s*,\s*|\s+/).map((entry) => {
    const fits = URL.canParse(entry) && ['http:', 'https:'].includes(new URL(entry).protocol)
    if (!fits || entry.includes('#')) throw new Error(form)
    return new URL(entry).href
  })
  if (list.length > urlsMax || new Set(list.map(withoutCredentials)).size < list.length) throw new Error(form)
  return list
}

export function smtpUrl(text: string): string {
  if (new URL(url('smtp:', 'smtps:')(text)).host === '') throw new Error('an address with a host: smtp://host:port')
  return text
}

/** A location in an S3 service. */
export interface S3Place {
  bucket: string
  /** Prefix of all keys: empty, or with a trailing slash. */
  prefix: string
  /** Not set: Amazon's in the region. */
  endpoint?: string
  region: string
}

export function s3Url(text: string): S3Place {
  const form =
    's3://bucket or s3://bucket/prefix, with ?endpoint=https://… unless it is Amazon, and &region=… unless us-east-1'
  const parsed = URL.canParse(text) ? new URL(text) : null
  const prefix = parsed?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const fits =
    parsed?.protocol === 's3:' &&
    !(parsed.username || parsed.password || parsed.port || parsed.hash) &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(parsed.hostname) &&
    /^([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/.test(prefix) &&
    [...parsed.searchParams.keys()].every((name) => ['endpoint', 'region'].includes(name))
  if (!fits) throw new Error(form)
  const endpoint = parsed.searchParams.get('endpoint')
  if (endpoint !== null && !isEndpoint(endpoint)) throw new Error(form)
  const region = parsed.searchParams.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error(form)
  return {
    bucket: parsed.hostname,
    prefix: prefix && `${prefix}/`,
    ...(endpoint !== null && { endpoint: publicUrl(endpoint) }),
    region,
  }
}

/** Server-side encryption of objects, as S3 is asked for it. */
export interface S3Encryption {
  ServerSideEncryption: 'AES256' | 'aws:kms'
  /** Not set: the account's own key. */
  SSEKMSKeyId?: string
}

export function s3Encryption(text: string): S3Encryption {
  if (text === 'AES256' || text === 'aws:kms') return { ServerSideEncryption: text }
  if (/^(arn:aws[a-z-]*:kms:[\w:/-]+|alias\/[\w/-]+|[\w-]{36,64})$/.test(text))
    return { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: text }
  throw new Error('AES256, aws:kms, or the ID, alias or ARN of a KMS key')
}

function isEndpoint(text: string): boolean {
  try {
    return publicUrl(text) !== ''
  } catch {
    return false
  }
}

function publicUrl(text: string): string {
  const parsed = new URL(url('http:', 'https:')(text))
  if (parsed.search || parsed.hash || parsed.username) throw new Error('an address without user, query or fragment')
  return parsed.href.replace(/\/+$/, '')
}

/** The service is at the root of an origin: its pages, cookies and links name paths from there. */
export function publicOrigin(text: string): string {
  const address = publicUrl(text)
  if (new URL(address).pathname !== '/')
    throw new Error(
      'an address without a path: give the service a host name of its own, such as https://notary.example.com',
    )
  return address
}

export function host(text: string): string {
  if (isIP(text) === 0 && !/^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,252})$/.test(text))
    throw new Error('an IP address or host name')
  return text
}

/** Characters a header can carry. */
export function token(text: string): string {
  if (!/^[\x21-\x7e]{1,1000}$/.test(text)) throw new Error('at most 1000 visible ASCII characters')
  return text
}

/** A token that guards something by itself: long enough that no one guesses it. */
export function longToken(text: string): string {
  if (!/^[\x21-\x7e]{16,1000}$/.test(text)) throw new Error('16 to 1000 visible ASCII characters')
  return text
}

/** Sender of mails: an address, optionally after a name. */
export function mailbox(text: string): string {
  if (!/^([^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text) || text.length > 300) {
    throw new Error('an e-mail address, or a name followed by <address>')
  }
  return text
}

export function finality(text: string): 'finalized' | number {
  if (text === 'finalized') return text
  try {
    return whole(1, 100_000)(text)
  } catch {
    throw new Error('"finalized", or a number of blocks from 1 to 100000')
  }
}

export function roles(text: string): { api: boolean; worker: boolean } {
  const list = text.split(',').map((role) => oneOf('api', 'worker')(role.trim()))
  return { api: list.includes('api'), worker: list.includes('worker') }
}

export function identities(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim())
  if (!list.every((entry) => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(entry))) {
    throw new Error('a comma-separated list of age identities (AGE-SECRET-KEY-1…)')
  }
  return list
}

export function origins(text: string): string[] {
  const listed = text.split(/[\s,]+/).filter((part) => part !== '')
  const isOrigin = (part: string) =>
    URL.canParse(part) && /^https?:$/.test(new URL(part).protocol) && new URL(part).origin === part
  if (!listed.every((part) => part === '*' || isOrigin(part)))
    throw new Error('a list of origins without path, such as https://app.example, separated by commas, or *')
  return listed
}

export function wordList(text: string): string[] {
  const listed = text.split(',').map((word) => word.trim().normalize('NFC').toLowerCase())
  if (!listed.every((word) => [...word].length >= 3))
    throw new Error('words of 3 characters or more, separated by commas')
  return listed
}

export function networks(text: string): string[] {
  return text.split(',').map((entry) => {
    const [address = '', bits] = entry.trim().split('/')
    const family = isIP(address)
    const bitsMax = family === 6 ? 128 : 32
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax)
    if (family === 0 || !fits) {
      throw new Error('a comma-separated list of addresses or networks such as 10.0.0.0/8')
    }
    return entry.trim()
  })
}

/** Hosts as NO_PROXY lists them: separated by commas or spaces, a name with or without the dot in front of it. */
export function directHosts(text: string): DirectHosts[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  return entries.map((entry) => {
    if (entry === '*') return entry
    const [, address = '', bits] = /^\[?([^[\]/]+)\]?(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const bitsMax = isIP(address) === 6 ? 128 : 32
    const size = Number(bits ?? bitsMax)
    if (isIP(address) !== 0 && size <= bitsMax) return { network: [address, size] }
    const [, name, port] = /^(?:\*?\.)?([a-z0-9_][a-z0-9_.-]{0,252})(?::(\d{1,5}))?$/i.exec(entry) ?? []
    if (isIP(address) !== 0 || name === undefined) {
      throw new Error('a list of host names, addresses or networks such as 10.0.0.0/8, separated by commas, or *')
    }
    return { name: name.toLowerCase(), ...(port && { port }) }
  })
}

/** PEM, or the path of a file that contains it. Environment files often write its line breaks as \\n. */
export function pem(label: RegExp) {
  const form = 'PEM text (-----BEGIN …), or the path of a file that contains it'
  return (given: string): string => {
    const text = given.includes('-----BEGIN ') ? given.replaceAll('\\n', '\n') : readText(given, form)
    if (!label.test(text)) throw new Error(form)
    return text
  }
}

function readText(path: string, form: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${form} (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`)
  }
}

export function oid(text: string): string {
  if (!/^([01]\.([0-9]|[1-3][0-9])|2\.(0|[1-9]\d*))(\.(0|[1-9]\d*)){1,20}$/.test(text) || text.length > 200) {
    throw new Error('an object identifier such as 1.3.6.1.4.1.99999.1')
  }
  return text
}

/** Space to keep free: bytes, or a share of the file system. */
export type DiskReserve = { bytes: number } | { percent: number }

export function diskReserve(text: string): DiskReserve {
  const percent = Number(/^(\d{1,2}(?:\.\d+)?)%$/.exec(text)?.[1] ?? Number.NaN)
  if (percent <= 90) return { percent }
  try {
    return { bytes: size(0)(text) }
  } catch {
    throw new Error('a size such as 2GiB, a whole number of bytes, or a percentage from 0% to 90%')
  }
}

/** Names with values, as OpenTelemetry writes them: percent-encoded, separated by commas. */
export function pairs(text: string): Record<string, string> {
  const list = text.split(',').map((entry) => /^\s*([\w.-]+)=(\S*)\s*$/.exec(entry) ?? [])
  try {
    return Object.fromEntries(
      list.map(([, name, value]) => {
        if (name === undefined || value === undefined) throw new Error(text)
        return [name, decodeURIComponent(value)]
      }),
    )
  } catch {
    throw new Error('a comma-separated list of name=value, with special characters percent-encoded')
  }
}

export function share(text: string): number {
  const value = /^(\d|\d?\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 1)) throw new Error('a number from 0 to 1')
  return value
}

const bytesOf = { TiB: 2 ** 40, GiB: 2 ** 30, MiB: 2 ** 20, KiB: 2 ** 10, B: 1 }
const msOf = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
const words = { B: 'bytes', d: 'days', s: 'seconds', ms: 'milliseconds' }

/** A size such as 5GiB. A bare number is bytes, as the result is. */
export function size(min: number) {
  return quantity({ units: bytesOf, own: 'B', min, max: Number.MAX_SAFE_INTEGER })
}

/** A time such as 30s. A bare number is in the given unit, as the result is. */
export function time(own: 'd' | 's' | 'ms', min: number, max: number) {
  return quantity({ units: msOf, own, min, max })
}

interface Quantity<Unit extends string> {
  /** Largest first. */
  units: Readonly<Record<Unit, number>>
  /** Unit of the limits, of a bare number and of the result. */
  own: Unit & keyof typeof words
  min: number
  max: number
}

function quantity<Unit extends string>({ units, own, min, max }: Quantity<Unit>) {
  const symbols = Object.keys(units) as Unit[]
  const form = new RegExp(`^(\\d{1,16})(${symbols.join('|')})?$`)
  const shown = (value: number) => {
    const symbol = symbols.find((symbol) => value !== 0 && (value * units[own]) % units[symbol] === 0) ?? own
    return `${(value * units[own]) / units[symbol]}${symbol}`
  }
  const range = max === Number.MAX_SAFE_INTEGER ? `at least ${shown(min)}` : `from ${shown(min)} to ${shown(max)}`
  return (text: string): number => {
    const [, number, symbol] = form.exec(text) ?? []
    const value = number === undefined ? Number.NaN : (Number(number) * units[(symbol as Unit) ?? own]) / units[own]
    if (!(Number.isSafeInteger(value) && value >= min && value <= max)) {
      throw new Error(`${range}, in whole ${words[own]} or with a unit (${symbols.toReversed().join(', ')})`)
    }
    return value
  }
}
