import { expect, it } from 'vitest'
import { readCode } from '../src/base/typed-code.js'
import { hasSlash, keptName } from '../src/ui/values/kept-name.js'

it.each([
  '00PHK2DWQP',
  '00PHK-2DWQP',
  ' oophk 2dwqp ',
  '00PHK\u20112DWQP',
  'https://notary.example.com/s/00PHK2DWQP?lang=DE#proof',
])('reads the code in %j', (typed) => {
  expect(readCode(typed)).toEqual({ code: '00PHK2DWQP' })
})

it.each([
  ['', { problem: 'missing' }],
  [' - ', { problem: 'missing' }],
  ['00PHK-2DWQ', { problem: 'length', count: 9 }],
  ['00PHK-2DWQPP', { problem: 'length', count: 11 }],
  ['00PHK-2DWQU', { problem: 'characters' }],
  ['letter.pdf', { problem: 'characters' }],
])('says why %j is no code', (typed, read) => {
  expect(readCode(typed)).toEqual(read)
})

it('keeps a name with a slash under a sign that separates no path', () => {
  expect(hasSlash('Meier ./. Müller')).toBe(true)
  expect(keptName(' Meier ./. Müller ')).toBe('Meier .\u2215. Müller')
  expect(keptName('Meier')).toBe('Meier')
})
