import type { Dice } from './dice.js'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const others: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  2 ** 53 - 1,
  1e300,
  '',
  'x',
  '0x',
  '00',
  'AB',
  '\u202e',
  '\ud800',
  '\u{13439}',
  [],
  [[]],
  ['zz'],
  {},
  { format: 'tallystick-proof' },
  'submitted',
  'confirmed',
  'final',
  'eip155:1',
  'eip155:01',
  '2026-02-30T12:00:00.000Z',
  '9999-12-31T23:59:60.000Z',
]

const names = [
  'salt',
  'details',
  'commitment',
  'checksum',
  'block',
  'trieProof',
  'createdAt',
  'x',
  '',
  '__proto__',
  'toJSON',
]

/** Changes one place of a JSON value: a member or an item gets another value, goes, appears, or takes another place. */
export function changeValue(value: Json, dice: Dice): Json {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.8)) return changeArray([...value], dice)
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && dice.chance(0.95)) {
    return changeObject(Object.entries(value), dice)
  }
  if (typeof value === 'number' && dice.chance(0.7))
    return dice.pick([value + 1, value - 1, -value, value * 2, value + 0.5])
  if (typeof value === 'string' && value !== '' && dice.chance(0.8)) return changeText(value, dice)
  return dice.pick(others)
}

function changeArray(items: Json[], dice: Dice): Json {
  const at = dice.below(items.length)
  if (dice.chance(0.7)) items[at] = changeValue(items[at]!, dice)
  else if (dice.chance(0.3)) items.splice(at, 1)
  else if (dice.chance(0.4)) items.splice(at, 0, items[dice.below(items.length)]!)
  else if (dice.chance(0.5)) items.reverse()
  else items.push(dice.pick(others))
  return items
}

function changeObject(members: [string, Json][], dice: Dice): Json {
  if (members.length === 0) members.push(['x', 1])
  const at = dice.below(members.length)
  const member = members[at]!
  if (dice.chance(0.75)) member[1] = changeValue(member[1], dice)
  else if (dice.chance(0.4)) members.splice(at, 1)
  else if (dice.chance(0.3)) members.reverse()
  else members.push([dice.pick(names), dice.chance(0.5) ? dice.pick(members)[1] : dice.pick(others)])
  return Object.fromEntries(members)
}

function changeText(text: string, dice: Dice): string {
  const at = dice.below(text.length)
  const before = text.slice(0, at)
  const rest = text.slice(at + 1)
  if (dice.chance(0.6)) return `${before}${dice.pick([...'0123456789abcdef'])}${rest}`
  return dice.pick([
    text.toUpperCase(),
    `${text}0`,
    `${text} `,
    `${text}\n`,
    before,
    `${before}${rest}`,
    `${before}é${rest}`,
  ])
}
