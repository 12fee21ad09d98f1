import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'

/** Descriptions, and the types made from them by `npm run golden`. */
const made = [
  ['docs/openapi.json', 'sdk/src/generated/openapi.ts'],
  ['docs/portal-api.json', 'web/src/session/generated/portal-api.ts'],
] as const
const root = new URL('../../', import.meta.url)

it.each(made)('keeps the types generated from %s in step with it', async (description, types) => {
  const golden = new URL(types, root)
  const header = `// Generated from ${description} by sdk/test/openapi.test.ts. Do not edit.\n\n`
  const text = header + astToString(await openapiTS(new URL(description, root)))
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, text)
  expect(text === readFileSync(golden, 'utf8'), 'if the change is intended, run: npm run golden').toBe(true)
})
