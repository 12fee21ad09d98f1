import type { Row, RowVerdict } from '@tallystick/proof'

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
