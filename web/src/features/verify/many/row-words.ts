import type { Row, RowVerdict, Words } from '@tallystick/proof'
import type { TFunction } from 'i18next'
import { refusalText } from '../../../checking/spoken-rows.js'
import { localeOf } from '../../../ui/values/formats.js'

type T = TFunction<'verifyMany'>

/** Verdicts that are filtered together, in the order of their chips. */
export const groups = {
  refused: ['refused', 'other'],
  unread: ['unread'],
  waiting: ['waiting'],
  unmatched: ['no-proof', 'no-document'],
  consistent: ['consistent'],
  stated: ['stated'],
  confirmed: ['confirmed'],
} as const satisfies Record<string, readonly RowVerdict[]>

export type Group = keyof typeof groups

/** Returns whether a row belongs to a group; all rows do to none. */
export function isIn(group: Group | null, { verdict }: Row): boolean {
  return group === null || (groups[group] as readonly RowVerdict[]).includes(verdict)
}

/** Says why a row needs a look; empty when it needs none. */
export function reasonOf({ verdict, brief }: Row, isLookedUp: boolean, t: T, words: Words): string {
  switch (verdict) {
    case 'refused':
      return refusalText(brief ?? {}, words)
    case 'other':
      return t('reasons.other')
    case 'unread':
      return t('reasons.unread')
    case 'waiting':
      return t('reasons.waiting')
    case 'no-proof':
      return t(isLookedUp ? 'reasons.noProof' : 'reasons.notAsked')
    case 'no-document':
      return t('reasons.noDocument')
    default:
      return ''
  }
}

/** Returns the time of a row's block, or what else someone vouches for, as in proofs; null where nothing fits. */
export function timeOf({ verdict, brief }: Row): string | null {
  if (verdict === 'other' || verdict === 'refused') return null
  return brief?.block?.blockTime ?? brief?.time?.latest ?? null
}

/** Writes a time in a column: in UTC, with seconds. */
export function timeText(at: string, language: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), style).format(new Date(at))
}

/** Returns everyone who vouches for rows. */
export function sourcesOf(rows: readonly Row[]) {
  return rows.flatMap(({ brief }) => brief?.sources ?? [])
}

/** Names the hosts of the services by whose word rows are stated. */
export function hostsText(rows: readonly Row[]): string {
  return [...new Set(rows.flatMap(({ brief }) => brief?.sources.map(({ name }) => name) ?? []))].join(', ')
}
