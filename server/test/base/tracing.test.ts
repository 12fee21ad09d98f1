import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { Tracing } from '../../src/base/telemetry/tracing.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.js'

const receiver = await startOtlpReceiver()
afterAll(() => receiver.stop())

const caller = { trace: 'a'.repeat(32), span: 'b'.repeat(16) }
const traceparent = (flags: string) => ({ traceparent: `00-${caller.trace}-${caller.span}-${flags}` })

describe('a service with a receiver', () => {
  const startedAt = wallTime().getTime()
  const service = useOwnService({
    METRICS_TOKEN: 'scraper',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
    OTEL_SERVICE_NAME: 'notary',
    OTEL_RESOURCE_ATTRIBUTES: 'service.instance.id=one,deployment.environment.name=test',
  })
  const [hash, quiet, several] = [someHash(), someHash(), someHash()]
  let ada: TestAccount
  let batchIds: Record<string, string>
  let scraped: string[]

  beforeAll(async () => {
    ada = await service.account()
    const post = (path: string, body: unknown, headers = {}) =>
      service.call('POST', path, body, { ...ada.auth, ...headers })
    const answers = [
      await post('/hash', { hash }, { ...traceparent('01'), 'request-id': 'one' }),
      await post('/hash', { hash: quiet }, traceparent('00')),
      await post('/multi-stamp', [{ hash: several, filename: 'several' }]),
      await post('/api/folders', { folderName: 'A', folderType: 'private', organizationId: ada.userId }),
      await service.call('GET', `/hash?id=${someHash()}`, undefined, ada.auth),
      await service.call('GET', '/readyz'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200])
    await eventually('every batch is in a block', async () => {
      const [open] = await service.database.db.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM batches WHERE state = 0',
      )
      return open?.count === 0
    })
    const rows = await service.database.db.query<{ hash: Buffer; batch_id: string }>(
      'SELECT hash, batch_id FROM stamps',
    )
    batchIds = Object.fromEntries(rows.map((row) => [row.hash.toString('hex'), row.batch_id.replaceAll('-', '')]))
    const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer scraper' })
    scraped = [...text.matchAll(/^# TYPE (.+) (?:counter|gauge|histogram)$/gm)].map(([, name = '']) => name)
    // Waiting spans are sent when the service stops.
    await service.stop()
  })

  const named = (name: string): ReceivedSpan[] => receiver.spans.filter((span) => span.name === name)

  it("records a request in its caller's trace, by route and never by address", () => {
    const [request, ...others] = named('POST /hash')
    expect(request).toMatchObject({
      traceId: caller.trace,
      parentSpanId: caller.span,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/hash',
        'url.scheme': 'http',
        'tallystick.request.id': 'one',
      },
    })
    // The caller of the other decided against it.
    expect(others).toEqual([])
    expect(named('GET /hash')).toMatchObject([{ attributes: { 'http.response.status_code': 404 } }])
    const all = JSON.stringify(receiver.spans)
    for (const secret of [hash, ada.secretKey, ada.token]) expect(all).not.toContain(secret)
    expect(named('GET /readyz')).toEqual([])
  })

  it.each([
    ['a stamp', 'POST /hash', () => batchIds[hash]],
    ['a multi-stamp', 'POST /multi-stamp', () => batchIds[several]],
    ['a change of a folder', 'POST /api/folders', () => undefined],
  ])('links the request of %s to the trace of its batch', (_what, name, batchId) => {
    const [request] = named(name)
    expect(request?.links).toHaveLength(1)
    const [link] = request?.links ?? []
    if (batchId()) expect(link?.traceId).toBe(batchId())
    expect(named('commit')).toContainEqual(expect.objectContaining({ traceId: link?.traceId, spanId: link?.spanId }))
  })

  it('records commit, broadcast and confirmation of a batch in one trace, whose ID is its own', () => {
    const spans = receiver.spans.filter(({ traceId }) => traceId === batchIds[hash])
    const [commit] = spans.filter(({ name }) => name === 'commit')
    expect(commit?.parentSpanId).toBeUndefined()
    expect(commit?.attributes).toMatchObject({ 'tallystick.transaction.id': expect.stringMatching(/^0x/) })
    const later = spans.filter((span) => span !== commit)
    expect(new Set(later.map(({ name }) => name))).toEqual(new Set(['broadcast', 'confirm']))
    expect(later.every(({ parentSpanId }) => parentSpanId === commit?.spanId)).toBe(true)
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      const [startMs, endMs] = [startTimeUnixNano, endTimeUnixNano].map((time) => Number(BigInt(time) / 1_000_000n))
      expect(startMs).toBeGreaterThanOrEqual(startedAt)
      expect(endMs).toBeGreaterThanOrEqual(startMs as number)
      expect(endMs).toBeLessThanOrEqual(wallTime().getTime())
    }
  })

  it('sends the metrics that Prometheus scrapes, under the same names', () => {
    expect(receiver.metrics.map(({ name }) => name).sort()).toEqual(scraped.sort())
    const of = (name: string) => receiver.metrics.find((metric) => metric.name === name)
    const requests = of('tallystick_requests_total')
    expect(requests).toMatchObject({ kind: 'sum', description: 'Requests answered' })
    expect(requests?.points).toContainEqual(
      expect.objectContaining({ attributes: { method: 'GET', route: '/hash', status: 404 }, asDouble: 1 }),
    )
    expect(of('tallystick_disk_free_bytes')).toMatchObject({ kind: 'gauge', points: [{ attributes: {} }] })
    expect(of('tallystick_disk_free_bytes')?.points[0]?.asDouble).toBeGreaterThan(0)
    const times = of('tallystick_request_seconds')
    expect(times?.kind).toBe('histogram')
    const [stamping] = times?.points.filter(({ attributes }) => attributes.route === '/multi-stamp') ?? []
    expect(stamping).toMatchObject({ count: 1, sum: expect.any(Number) })
    expect(stamping?.explicitBounds).toHaveLength((stamping?.bucketCounts?.length ?? 0) - 1)
    expect(stamping?.bucketCounts?.reduce((sum, count) => sum + count)).toBe(1)
  })

  it('names itself, its version and its process, and logs in to its receiver', () => {
    expect(receiver.headers.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true)
    for (const { resource } of [...receiver.spans, ...receiver.metrics]) {
      expect(resource).toMatchObject({
        'service.name': 'notary',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
        'service.instance.id': 'one',
        'deployment.environment.name': 'test',
      })
    }
  })
})

describe('a receiver', () => {
  const work = { name: 'work', ms: 1, attributes: {} }
  const settings = { headers: {}, serviceName: 'notary', attributes: {} }

  it("that refuses is logged once, and doesn't delay a stop", async () => {
    const refusing: OtlpReceiver = await startOtlpReceiver()
    refusing.status = 400
    const lines: string[] = []
    const log = new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(line.toString())
        done()
      },
    })
    const tracing = new Tracing({ ...settings, endpoint: refusing.url }, 1, createLogger('warn', log))
    for (let span = 0; span < 1500; span++) tracing.recordRequest(work, {}, [])
    await tracing.stop()
    refusing.stop()
    expect(refusing.headers.length).toBeGreaterThan(1)
    expect(lines.filter((line) => line.includes('telemetry does not reach its receiver'))).toHaveLength(1)
  })

  it('gets the given share of traces, and all spans of each', async () => {
    const half = await startOtlpReceiver()
    // Two processes that know nothing of each other.
    const processes = [0, 1].map(() => new Tracing({ ...settings, endpoint: half.url }, 0.5, createLogger('silent')))
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID())
    for (const id of ids) {
      processes[0]?.recordFirst(work, id)
      processes[1]?.recordNext(work, id, 'internal')
    }
    await Promise.all(processes.map((one) => one.stop()))
    half.stop()
    const traces = new Map<string, number>()
    for (const { traceId } of half.spans) traces.set(traceId, (traces.get(traceId) ?? 0) + 1)
    expect(traces.size).toBeGreaterThan(50)
    expect(traces.size).toBeLessThan(150)
    expect([...traces.values()].every((spans) => spans === 2)).toBe(true)
  })
})
