import { expect, it } from 'vitest'
import { obviousWords, requireFit } from '../../src/accounts/proving/new-password.js'

const words = obviousWords('https://notary.acme-widgets.example', ['hazel', 'müller'])
const codeOf = (password: string, given = words): string | null => {
  try {
    requireFit(password, given)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

it('a new password needs its length without the words that are guessed first here', () => {
  for (const password of [
    'tallystick',
    'Tallystick2026!',
    'TallystickNotary1',
    'Acme-2026-Widgets!',
    'hazel hazel hazel',
    'Mu\u0308ller4711!',
    'hazelnotary12345',
  ]) {
    expect(codeOf(password), password).toBe('password_obvious')
  }
  // Nine characters are short anyway, and ten others are enough.
  expect(codeOf('tallystic')).toBe('password_unfit')
  expect(codeOf('hazel trees on hills')).toBeNull()
  expect(codeOf('notches in hazel wood')).toBeNull()
})

it('a service without a public address knows its product and the words of its operator', () => {
  expect(obviousWords(undefined, ['acme'])).toEqual(['tallystick', 'acme'])
  expect(codeOf('notary-2026', obviousWords(undefined, []))).toBeNull()
  // An address of numbers is no name, and short labels are in too many others.
  expect(obviousWords('https://192.0.2.1', [])).toEqual(['tallystick'])
  expect(obviousWords('https://www.bücher-welt.de', [])).toEqual(['tallystick', 'bücher', 'welt'])
})
