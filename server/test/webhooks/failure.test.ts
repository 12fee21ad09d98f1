import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { failureCodes } from '../../src/webhooks/deliveries/failure.js'

it('docs/integrators.md explains every code', () => {
  const page = readFileSync(new URL('../../../docs/integrators.md', import.meta.url), 'utf8')
  const table = page.slice(page.indexOf('| `errorCode` |')).split('\n\n')[0] ?? ''
  expect([...table.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, code]) => code).slice(1)).toEqual(failureCodes)
})
