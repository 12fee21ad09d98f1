import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/base/telemetry/log.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

/** Logs as the service does; returns the lines, raw and parsed. */
function capture(level = 'debug') {
  const lines: string[] = []
  const logger = createLogger(level, {
    write: (line) => {
      lines.push(line)
    },
  })
  return { logger, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('createLogger', () => {
  it('writes one JSON object a line, with an ISO 8601 time', () => {
    const { logger, lines, read } = capture()
    logger.info({ requestId: 'a-1' }, 'first\nline')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^[^\n]*\n$/)
    expect(read()[0]).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      requestId: 'a-1',
      msg: 'first\nline',
    })
  })

  it('writes nothing below its level', () => {
    const { logger, lines } = capture('warn')
    logger.info('quiet')
    logger.warn('loud')
    expect(lines).toHaveLength(1)
  })

  it.each(['authorization', 'secret-key', 'secretKey', 'password', 'refreshToken', 'masterKey', 'signerKey', 'rpcUrl'])(
    'never writes the value of %s, down to two levels',
    (name) => {
      const { logger, lines } = capture()
      logger.info({ [name]: 'visible-1', a: { [name]: 'visible-2', b: { [name]: 'visible-3' } } })
      expect(lines.join()).not.toContain('visible')
      expect(lines.join().match(/\[redacted\]/g)).toHaveLength(3)
    },
  )
})

describe('errors in the log', () => {
  it('hold no values of a rejected row', async () => {
    await test.db.execute('CREATE TABLE people (email text UNIQUE, age int NOT NULL CHECK (age > 0))')
    const insert = 'INSERT INTO people VALUES ($1, $2)'
    await test.db.execute(insert, ['ada@example.com', 1])
    const { logger, lines, read } = capture()
    for (const values of [
      ['ada@example.com', 2],
      ['ada-2@example.com', -1],
      ['ada-3@example.com', 'ada@example.com'],
    ]) {
      await test.db.execute(insert, values).catch((err) => logger.error({ err }, 'refused'))
    }
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toContain('@example.com')
    const codes = read().map(({ err }) => (err as { code: string }).code)
    expect(codes).toEqual(['23505', '23514', '22P02'])
    expect(read()[0]).toMatchObject({ err: { constraint: 'people_email_key' } })
  })

  it('hold no credentials from an address', () => {
    const { logger, lines } = capture()
    for (const address of [
      'https://mainnet.example.org/v3/key-1?apikey=key-2',
      'postgres://user:key-3@db.example.org:5432/x',
      'wss://key-4@rpc.example.org',
    ]) {
      logger.warn({ err: new Error(`HTTP request failed.\nURL: ${address}\nRequest body: {}`) }, 'failed')
      logger.warn({ err: new Error('outer', { cause: new Error(`at "${address}"`) }) }, 'failed')
    }
    expect(lines.join()).not.toMatch(/key-\d/)
    expect(lines.join()).toContain('https://mainnet.example.org')
    expect(lines.join()).toContain('db.example.org:5432')
  })

  it('show where they come from, through all causes, and stop at a cycle', () => {
    const { logger, read } = capture()
    const inner = Object.assign(new Error('socket closed'), { code: 'ECONNRESET' })
    const outer = new TypeError('not sent', { cause: inner })
    inner.cause = outer
    logger.error({ err: outer }, 'failed')
    const err = read()[0]?.err as { stack: string; cause: { code: string } }
    expect(err).toMatchObject({ type: 'TypeError', message: 'not sent', cause: { code: 'ECONNRESET' } })
    expect(err.stack).toMatch(/^\s+at .*log\.test\.ts/)
  })

  it('may be values of any other kind', () => {
    const { logger, read } = capture()
    for (const err of ['text https://h/secret', null, { secret: 1 }, undefined]) logger.error({ err }, 'thrown')
    expect(JSON.stringify(read())).not.toContain('secret')
  })
})
