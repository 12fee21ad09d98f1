import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OutcomeUnknownError } from '../../src/base/database/db.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { ApiError, apiError, errorTable } from '../../src/http/errors.js'
import { createHttp } from '../../src/http/server.js'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

it('docs/errors.md matches the table of errors exactly', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.+?) \| (.*?) \|$/gm)].map(
    ([, code, status, message, wait]) => ({
      code,
      status: Number(status),
      message,
      wait,
    }),
  )
  const table = Object.entries(errorTable).map(([code, kind]) => ({
    code,
    status: kind.status,
    message: kind.message,
    wait: 'retryAfterS' in kind ? `after ${kind.retryAfterS} s` : '',
  }))
  expect(rows).toStrictEqual(table)
})

describe('errors that are not ours', () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  it.each([
    ['an unknown outcome', new OutcomeUnknownError('x'), 503, 'outcome_unknown'],
    ['the database away', lost, 503, 'unavailable'],
    ['anything else', new Error('secret insides'), 500, 'internal'],
    ['an error of the table', apiError('stamp_exists'), 409, 'stamp_exists'],
  ])('%s', async (_, error, status, code) => {
    const metrics = { observe: () => undefined }
    const app = await createHttp({ logger: createLogger('silent'), metrics, bodyLimit: 1024, trustProxy: [] })
    app.get('/', async () => {
      throw error
    })
    const answer = await app.inject('/')
    await app.close()
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['error-code']).toBe(code)
    expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
    const { message } = error instanceof ApiError ? error : errorTable[code as keyof typeof errorTable]
    expect(answer.json()).toStrictEqual({ status, message })
  })
})
