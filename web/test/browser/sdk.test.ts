import { createHmac, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { wallTime } from '../../../test/wall-time.js'
import { tokenOf } from './as-account.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

/** The entry points as a page gets them from a bundler: files by name. */
async function bundled(): Promise<Map<string, string>> {
  const built = (name: string) => fileURLToPath(new URL(`../../../sdk/dist/${name}.js`, import.meta.url))
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { sdk: built('index'), webhook: built('webhook') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const files = 'output' in made ? made.output : []
  return new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])))
}

/** A delivery, signed like the service does. */
function delivery(secret: Buffer) {
  const [id, timestamp, body] = ['an-id', String(Math.floor(wallTime().getTime() / 1000)), '{"action":"test"}']
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return { headers, body, secret: `whsec_${secret.toString('base64')}` }
}

describe.skipIf(!hasBrowser)('the package tallystick in a page', () => {
  const visit = useVisitors()

  it('stamps a file, waits, proves and verifies, and verifies a delivery', async () => {
    const visitor = await visit({ language: 'en' })
    await register(visitor)
    const { page } = visitor
    const files = await bundled()
    await page.route(/\/bundled\//, (route) => {
      const body = files.get(new URL(route.request().url()).pathname.replace('/bundled/', ''))
      return route.fulfill({ contentType: 'text/javascript', body: body ?? '', status: body === undefined ? 404 : 200 })
    })
    await visitor.open('/verify')
    const given = JSON.stringify({
      token: await tokenOf(visitor),
      text: randomBytes(50_000).toString('hex'),
      signed: delivery(randomBytes(24)),
      timeoutMs: limitMs(60_000),
    })
    // As text, because an import in a function would become one of the test runner's.
    const seen = await page.evaluate(`(async ({ token, text, signed, timeoutMs }) => {
      const { Tallystick } = await import('/bundled/sdk.js')
      const { verifyWebhook } = await import('/bundled/webhook.js')
      const tallystick = new Tallystick({ token })
      const file = new File([text], 'from-a-page.txt')
      const { code, filename } = await tallystick.stampFile(file)
      const { state } = await tallystick.waitUntilFinal(code, { timeoutMs })
      const names = []
      for await (const { name } of tallystick.stamps()) names.push(name)
      const { outcome } = await tallystick.verify(await tallystick.proof(code), { file, nodes: 'issuer' })
      const { action } = await verifyWebhook(signed.headers, signed.body, signed.secret)
      return { filename, state, names, outcome, action }
    })(${given})`)
    const filename = 'from-a-page.txt'
    expect(seen).toEqual({ filename, state: 'final', names: [filename], outcome: 'stated', action: 'test' })
  })
})
