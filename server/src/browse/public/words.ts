import type { PagePreview } from '../../base/room.js'
import type { presentPage as presentFile } from '../../files/public-page.js'
import type { presentPage as presentStamp } from '../../stamps/publishing/public-page.js'
import { type Language, languages } from '../../texts/languages.js'
import { fill } from '../../texts/texts.js'

/** The public data of a stamp or a file. */
export type PublicData = Awaited<ReturnType<typeof presentStamp> | ReturnType<typeof presentFile>>

/** The facts that a line about it is made from. */
interface Facts {
  code: string
  name: string
  /** Empty unless published. */
  owner: string
  /** ISO 8601, UTC: of the block, else of the receipt. */
  at: string
  isInBlock: boolean
}

/** Returns the facts of a stamp or a file in one form. */
export function factsOf(data: PublicData): Facts {
  if ('fileName' in data)
    return { code: data.uniqueId, name: data.fileName, owner: '', at: data.createdAt, isInBlock: false }
  const { code, filename, ownerName, blockTime, createdAt } = data
  return { code, name: filename, owner: ownerName, at: blockTime ?? createdAt, isInBlock: blockTime !== null }
}

/** Returns name and time for link previews, the time as this host's word. */
export function previewOf(data: PublicData, language: Language, host: string): PagePreview {
  const { name, isInBlock, ...facts } = factsOf(data)
  const { confirmed, received } = languages[language].texts.pages.shared
  const time = momentText(facts.at, language)
  return { title: `${name} · Tallystick`, description: fill(isInBlock ? confirmed : received, { time, host }) }
}

/** Returns a time as everyone reads it: "25 November 2026 at 08:58 UTC". */
export function momentText(at: string, language: Language): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(languages[language].locale, format).format(new Date(at))} UTC`
}
