import { german } from './messages-de.js'
import { english } from './messages-en.js'
import type { Messages } from './wording.js'

/** Languages of certificates: those of profiles. */
export const languages = ['EN', 'DE'] as const
export type Language = (typeof languages)[number]

export const messages: Readonly<Record<Language, Messages>> = { EN: english, DE: german }

/** Replaces `{name}` placeholders. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
