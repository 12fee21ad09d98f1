import { randomInt } from 'node:crypto'

/** Letters and digits that no one confuses on paper: no i, l and 1, no o and 0. 4.95 bits each. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Draws groups of random letters and digits that people can copy from paper, joined by hyphens. */
export function legible(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('')
  return Array.from({ length: groups }, group).join('-')
}
