import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/base/telemetry/log.js'
import { Metrics } from '../../src/base/telemetry/metrics.js'
import { healthRoutes } from '../../src/http/health.js'
import { createHttp } from '../../src/http/server.js'
import { RequestMetrics } from '../../src/http/telemetry/metrics.js'

const token = 'x'.repeat(32)
const metrics = new Metrics()
let app: FastifyInstance
let url: string
let readinessProblems: () => Promise<string[]> = async () => []
let warnings: () => Promise<string[]> = async () => []
beforeAll(async () => {
  app = await createHttp({
    logger: createLogger('silent'),
    metrics: new RequestMetrics(metrics.registry),
    bodyLimit: 1000,
    trustProxy: [],
  })
  await app.register(healthRoutes, {
    metrics,
    metricsToken: token,
    readinessProblems: () => readinessProblems(),
    warnings: () => warnings(),
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const read = async (authorization = `Bearer ${token}`) =>
  app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

describe('/metrics', () => {
  it('counts requests of its own server by method, route and status, never by address', async () => {
    const own = new RequestMetrics(new Metrics().registry)
    const other = await createHttp({ logger: createLogger('silent'), metrics: own, bodyLimit: 1000, trustProxy: [] })
    const otherUrl = await other.listen({ host: '127.0.0.1', port: 0 })
    const addresses = ['/healthz', '/healthz', '/secret-1', '/secret-2'].map((path) => url + path)
    for (const address of [...addresses, `${otherUrl}/secret-3`]) await (await fetch(address)).text()
    await other.close()
    const text = (await read()).payload
    expect(text).toContain('tallystick_requests_total{method="GET",route="/healthz",status="200"} 2')
    expect(text).toContain('tallystick_requests_total{method="GET",route="unknown",status="404"} 2')
    expect(text).toContain('tallystick_request_seconds_count{route="/healthz"} 2')
    expect(text).not.toContain('secret')
    expect(text).toContain('process_cpu_seconds_total')
  })

  it('leaves out a gauge that cannot be read, and shows the others', async () => {
    let isAway = true
    metrics.gauge('away', 'Read from what is away', async () => {
      if (isAway) throw new Error('the database is away')
      return 8
    })
    metrics.gauge('there', 'There', () => 7)
    const without = await read()
    expect(without.statusCode).toBe(200)
    expect(without.payload).toMatch(/^tallystick_there 7$/m)
    expect(without.payload).not.toMatch(/^tallystick_away /m)
    isAway = false
    expect((await read()).payload).toMatch(/^tallystick_away 8$/m)
    isAway = true
    expect((await read()).payload).not.toMatch(/^tallystick_away /m)
  })

  it('401: another token, 401: none', async () => {
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, token, `Bearer ${'y'.repeat(32)}`]) {
      expect((await read(authorization)).statusCode).toBe(401)
    }
  })

  it('404: no token is set', async () => {
    const open = Fastify()
    await open.register(healthRoutes, { metrics, metricsToken: undefined, readinessProblems, warnings })
    for (const authorization of ['Bearer ', 'Bearer undefined']) {
      expect((await open.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(404)
    }
    await open.close()
  })
})

describe('/readyz', () => {
  it('503 with the reasons, their code, and when to retry', async () => {
    readinessProblems = async () => ['the database is away', 'no lane']
    const answer = await app.inject('/readyz')
    expect(answer.json()).toStrictEqual({ status: 503, message: 'the database is away; no lane' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'error-code': 'unavailable' })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    readinessProblems = async () => []
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  it('200 with warnings for the operator', async () => {
    warnings = async () => ['one', 'two']
    const answer = await app.inject('/readyz')
    expect(answer.json()).toStrictEqual({ status: 200, message: 'Ready to stamp; one; two' })
  })
})
