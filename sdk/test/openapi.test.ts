import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'

/** Made from docs/openapi.json by `npm run golden`. */
const golden = new URL('../src/generated/openapi.ts', import.meta.url)
const header = '// Generated from docs/openapi.json by sdk/test/openapi.test.ts. Do not edit.\n\n'

it('keeps the generated types in step with docs/openapi.json', async () => {
  const types = header + astToString(await openapiTS(new URL('../../docs/openapi.json', import.meta.url)))
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, types)
  expect(types === readFileSync(golden, 'utf8'), 'if the change is intended, run: npm run golden').toBe(true)
})
