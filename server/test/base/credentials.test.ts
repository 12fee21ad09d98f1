import { expect, test } from 'vitest'
import { loginOf, withoutCredentials } from '../../src/base/credentials.js'

test.each([
  ['https://ada:se%40cr%C3%AAt@host:1/path?a=b', 'https://host:1/path?a=b', 'ada:se@crêt'],
  ['https://ada@host/', 'https://host/', 'ada:'],
  ['https://host/@', 'https://host/@', null],
])('user and password of %s move from the address into a header', (address, bare, pair) => {
  expect(withoutCredentials(address)).toBe(bare)
  const authorization = pair !== null && `Basic ${Buffer.from(pair).toString('base64')}`
  expect(loginOf(address)).toEqual(authorization ? { authorization } : {})
})
