import { expect, it } from 'vitest'
import { inside } from '../src/app/inside.js'

const origin = 'https://notary.example'

it.each([
  '/',
  '/security',
  '/stamps?status=pending#newest',
  '/files/..',
  '/stamps/a%2F..',
  '/connect?code=//x.example',
])('%j is inside the portal', (path) => {
  expect(inside(path, origin)).toBe(path)
})

it.each([
  undefined,
  7,
  '',
  'security',
  'https://notary.example/portal/',
  'https://other.example/',
  'javascript:close()',
  '//other.example/',
  '/\\other.example/',
  '/\t/other.example/',
  '/\n/other.example/',
  '/../docs',
  '/..\\docs',
  '/%2e%2e/docs',
  '/.\t./docs',
  '/files/../../docs',
  '/..//other.example/',
  '/../portalized/',
])('%j is not', (path) => {
  expect(inside(path, origin)).toBeUndefined()
})
