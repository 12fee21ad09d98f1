import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'

/** Updated by `UPDATE_GOLDEN=1 npx vitest run --project sdk sdk/test/openapi.test.ts`. */
const golden = new URL('../src/generated/openapi.ts', import.meta.url)
const header = '// Generated from docs/openapi.json by sdk/test/openapi.test.ts. Do not edit.\n\n'

it('keeps the generated types in step with docs/openapi.json', async () => {
  const types = header + astToString(await openapiTS(new URL('../../docs/openapi.json', import.meta.url)))
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, types)
  expect(types === readFileSync(golden, 'utf8'), 'if the change is intended, run with UPDATE_GOLDEN=1').toBe(true)
})
