import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useService } from '../service.js'

const service = useService()
const get = (path: string) => fetch(`${service.url}${path}`)

it('hands out the page and the program, with their SHA-256', async () => {
  const sums = await (await get('/verifier/SHA256SUMS')).text()
  for (const [name, type] of [
    ['tallystick.html', 'text/html; charset=utf-8'],
    ['tallystick.mjs', 'text/javascript; charset=utf-8'],
  ]) {
    const answer = await get(`/verifier/${name}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    const hash = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
    expect(sums).toContain(`${hash}  ${name}\n`)
    expect(await (await get('/verifier')).text()).toContain(hash)
  }
})

it.each(['/verifier', '/verifier/tallystick.html', '/proof-format'])(
  'allows %s its own script and style, and no network',
  async (path) => {
    const answer = await get(path)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('connect-src')
    for (const [, tag = '', content = ''] of html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)) {
      const hash = createHash('sha256').update(content).digest('base64')
      expect(policy).toMatch(new RegExp(`${tag}-src [^;]*'sha256-${hash.replace(/[+/]/g, '\\$&')}'`))
    }
  },
)

it('describes the proof format, as a page, as its source and as schemas', async () => {
  const page = await (await get('/proof-format')).text()
  expect(page).toContain('<h1>The proof format, version 1</h1>')
  expect(page).toContain('href="/proof-format/proof.v1.json"')
  expect(page).not.toContain('href="../')
  expect(await (await get('/proof-format.md')).text()).toContain('# The proof format, version 1')
  for (const name of ['proof.v1.json', 'manifest.v1.json']) {
    const answer = await get(`/proof-format/${name}`)
    expect(answer.headers.get('content-type')).toBe('application/schema+json')
    const source = readFileSync(new URL(`../../../proof/schema/${name}`, import.meta.url), 'utf8')
    expect(await answer.text()).toBe(source)
  }
  expect((await get('/proof-format/other.json')).status).toBe(404)
})
