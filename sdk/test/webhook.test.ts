import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.js'
import { guarded } from '../../test/guarded.js'
import { wallTime } from '../../test/wall-time.js'
import { signWebhook, verifyWebhook, WebhookError } from '../src/webhook.js'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const now = new Date('2026-07-01T12:00:00Z')
const id = '0197c000-0000-7000-8000-000000000000'
const payload = {
  webhookId: 'w',
  actionId: id,
  action: 'succeed',
  data: { code: 'ABCDEFGHJK', txId: '0x1', name: 'Straße 🚀' },
}
const body = JSON.stringify(payload)

/** Signs like the service, with the reference library. */
function signed(text = body, by: readonly string[] = [secret], at = now): Record<string, string> {
  const signatures = by.map((secret) => new Webhook(secret).sign(id, at, text))
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const refusal = async (run: () => Promise<unknown>) => {
  try {
    await run()
  } catch (error) {
    if (error instanceof WebhookError) return error.code
    throw error
  }
  return 'accepted'
}

describe('verifyWebhook', () => {
  it('returns the payload for text and bytes, with headers of every kind', async () => {
    const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]))
    for (const headers of [
      signed(),
      upper,
      new Headers(signed()),
      new Map(Object.entries(signed())) as unknown as Headers,
    ]) {
      for (const sent of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
        expect(await verifyWebhook(headers, sent, secret, { now })).toEqual(payload)
      }
    }
  })

  it('accepts either signature during a rotation, and either of two secrets', async () => {
    const old = newSecret()
    for (const known of [old, secret, [old, newSecret()], [newSecret(), secret]]) {
      expect(await verifyWebhook(signed(body, [secret, old]), body, known, { now })).toEqual(payload)
    }
    expect(await refusal(() => verifyWebhook(signed(body, [old]), body, secret, { now }))).toBe('signature-wrong')
  })

  it('refuses any changed bit', async () => {
    const bytes = Buffer.from(body)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(await refusal(() => verifyWebhook(signed(), changed, secret, { now }))).toBe('signature-wrong')
    }
    const headers = signed()
    const mac = Buffer.from(String(headers['webhook-signature']).slice(3), 'base64')
    for (let bit = 0; bit < mac.length * 8; bit++) {
      const changed = Buffer.from(mac)
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      const forged = { ...headers, 'webhook-signature': `v1,${changed.toString('base64')}` }
      expect(await refusal(() => verifyWebhook(forged, body, secret, { now }))).toBe('signature-wrong')
    }
    expect(await refusal(() => verifyWebhook({ ...headers, 'webhook-id': 'other' }, body, secret, { now }))).toBe(
      'signature-wrong',
    )
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(await refusal(() => verifyWebhook({ ...headers, 'webhook-timestamp': later }, body, secret, { now }))).toBe(
      'signature-wrong',
    )
    for (const signature of [
      '',
      'v1',
      'v1,',
      `v1a,${mac.toString('base64')}`,
      `v1,${mac.toString('base64').slice(0, 40)}`,
    ]) {
      const forged = { ...headers, 'webhook-signature': signature }
      expect(await refusal(() => verifyWebhook(forged, body, secret, { now }))).not.toBe('accepted')
    }
  })

  it('refuses timestamps more than five minutes off, either way', async () => {
    const at = (seconds: number) =>
      refusal(() =>
        verifyWebhook(signed(body, [secret], new Date(now.getTime() + seconds * 1000)), body, secret, { now }),
      )
    expect(await Promise.all([-301, -300, 0, 300, 301].map(at))).toEqual([
      'too-old',
      'accepted',
      'accepted',
      'accepted',
      'too-new',
    ])
    const strict = () =>
      verifyWebhook(signed(body, [secret], new Date(now.getTime() - 11_000)), body, secret, {
        now,
        toleranceSeconds: 10,
      })
    expect(await refusal(strict)).toBe('too-old')
    for (const timestamp of ['soon', '-1', '1e9', ' 1', '9'.repeat(13)]) {
      expect(
        await refusal(() => verifyWebhook({ ...signed(), 'webhook-timestamp': timestamp }, body, secret, { now })),
      ).toBe('too-old')
    }
  })

  it('refuses a missing header, and a signed body that is not JSON', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _, ...rest } = signed()
      expect(await refusal(() => verifyWebhook(rest, body, secret, { now }))).toBe('header-missing')
      expect(await refusal(() => verifyWebhook({ ...rest, [name]: ['a', 'b'] }, body, secret, { now }))).toBe(
        'header-missing',
      )
    }
    expect(await refusal(() => verifyWebhook(signed('nothing'), 'nothing', secret, { now }))).toBe('body-malformed')
  })

  it('throws a TypeError for a parsed body or a malformed secret', async () => {
    await expect(verifyWebhook(signed(), payload as unknown as string, secret, { now })).rejects.toThrow(TypeError)
    for (const wrong of ['', 'whsec_', 'whsec_AAAA', secret.slice('whsec_'.length)]) {
      await expect(verifyWebhook(signed(), body, wrong, { now })).rejects.toThrow(TypeError)
    }
  })
})

describe('signWebhook', () => {
  it('signs like the reference library, text and bytes, with each secret', async () => {
    const old = newSecret()
    expect(await signWebhook(body, secret, { id, now })).toEqual(signed())
    expect(await signWebhook(Buffer.from(body), [secret, old], { id, now })).toEqual(signed(body, [secret, old]))
  })

  it('makes deliveries of now with an ID of their own, which verifyWebhook accepts', async () => {
    const [one, other] = [await signWebhook(body, secret), await signWebhook(body, secret)]
    expect(await verifyWebhook(one, body, secret)).toEqual(payload)
    expect(one['webhook-id']).not.toBe(other['webhook-id'])
    await expect(signWebhook(body, 'whsec_AAAA')).rejects.toThrow(TypeError)
  })
})

describe.each(['express', 'fastify', 'hono'])('the example for %s', (name) => {
  let program: ChildProcess
  let url = ''
  let output = ''

  beforeAll(async () => {
    const path = new URL(`../examples/webhook-${name}.js`, import.meta.url).pathname
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: '0' }
    program = spawn(...guarded('TERM', [process.execPath, path]), { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const port = await new Promise<string>((resolve, reject) => {
      program.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
      program.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const [, listening] = /listening on (\d+)/.exec(output) ?? []
        if (listening) resolve(listening)
      })
    })
    url = `http://127.0.0.1:${port}/webhook`
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => program.once('exit', resolve))
    program.stdin?.end()
    await ended
  })

  const send = (headers: Record<string, string>, text = body) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })

  it('answers a delivery with 204', async () => {
    expect((await send(signed(body, [secret], wallTime()))).status).toBe(204)
    await eventually('the program logs the delivery', () => output.includes(`${id} succeed ABCDEFGHJK 0x1`))
  })

  it('answers anything else with 400 and the reason', async () => {
    const answers = [
      await send({}),
      await send(signed(body, [newSecret()], wallTime())),
      await send(signed(body, [secret], wallTime(-600_000))),
      await send(signed(body, [secret], wallTime()), `${body} `),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(await answers[0]?.text()).toBe('the header webhook-id is missing')
  })
})
