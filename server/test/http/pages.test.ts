import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'

const embedder = 'https://www.example.org'
const service = useOwnService({
  OPERATOR_NAME: 'Example & Sons',
  IMPRINT_URL: 'https://www.example.org/imprint',
  EMBED_ORIGINS: embedder,
})
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
})

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (path: string, language = 'en') =>
  service.call('GET', path, undefined, { accept: browser, 'accept-language': language })
const get = (path: string) => service.call('GET', path)

async function stamp(filename: string, more: object = {}): Promise<string> {
  const hash = randomBytes(32).toString('hex')
  const made = await service.call('POST', '/hash', { hash, filename, ...more }, ada.auth)
  return made.body.data.code
}

/** Returns what a page says to whoever shows its link, by name; `title` is that of the tab. */
function previewIn(html: string): Record<string, string | undefined> {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)]
  return {
    title: /<title>(.*)<\/title>/.exec(html)?.[1],
    ...Object.fromEntries(metas.map(([, name, text]) => [name, text])),
  }
}

describe('GET /', () => {
  it.each([
    ['en', 'prove that a document existed'],
    ['de-DE,de;q=0.9', 'dass ein Dokument genau so existierte'],
  ])('200 for a browser, in the language that it asks for first (%s)', async (language, words) => {
    const page = await open('/', language)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const preview = previewIn(page.text)
    expect(preview.title).toContain(words)
    expect(preview['og:title']).toBe(preview.title)
    expect(preview['og:url']).toBe(`${service.url}/`)
    expect(preview['og:description']).toBe(preview.description)
  })

  it('names the operator, and where they say who they are', async () => {
    const facts = previewIn((await open('/')).text)
      .tallystick?.replaceAll('&#34;', '"')
      .replaceAll('&#38;', '&')
    expect(JSON.parse(`${facts}`).operator).toEqual({
      name: 'Example & Sons',
      imprint: 'https://www.example.org/imprint',
    })
  })
})

describe('a link to /s/{code}', () => {
  it('previews name and time as the word of the service, and nothing that is not published', async () => {
    const code = await stamp('<offer> & "terms".pdf', { metaData: [{ description: 'our secret' }] })
    const page = await open(`/s/${code}`)
    const { title, description, ...preview } = previewIn(page.text)
    expect(title).toBe('&#60;offer&#62; &#38; &#34;terms&#34;.pdf · Tallystick')
    expect(description).toMatch(/\d{4}.* UTC, as stated by [\w.:]+\. /)
    expect([preview['og:title'], preview['og:description']]).toEqual([title, description])
    expect(preview['og:url']).toBe(`${service.url}/s/${code}`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    for (const secret of ['our secret', 'Ada', ada.userId]) expect(page.text).not.toContain(secret)
    expect(previewIn((await open(`/s/${code}`, 'de')).text).description).toContain('nach Angabe von')
  })

  it('previews a private stamp as one that no one has made', async () => {
    const code = await stamp('private.pdf', { isPrivate: true })
    const [hidden, absent] = await Promise.all([open(`/s/${code}`), open('/s/0000000000')])
    expect([hidden.status, absent.status]).toEqual([404, 404])
    expect(hidden.text).toBe(absent.text)
  })
})

describe('an address that has nothing', () => {
  it.each(['/nope', '/hash/x/y', '/s/0000000000', '/portal/assets/nope.js'])(
    'is a page with 404 for a browser, the error for a program: %s',
    async (path) => {
      const page = await open(path)
      expect([page.status, page.headers.get('error-code')]).toEqual([404, 'not_found'])
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'.*/)
      expect(page.headers.get('vary')).toContain('accept')
      expect(previewIn(page.text).title).toContain('Page not found')
      expectError(await get(path), 404, 'not_found', 'Not found')
    },
  )

  it('is an error for what a browser sends otherwise', async () => {
    const answer = await service.call('POST', '/nope', {}, { accept: browser })
    expectError(answer, 404, 'not_found', 'Not found')
  })

  it.each(['/portal/nope', '/portal/stamps/a/b', '/portal/webhooks/1/deliveries'])(
    'is 404 in the portal, whose page says so within its frame: %s',
    async (path) => {
      const page = await open(path)
      expect([page.status, page.headers.get('error-code')]).toEqual([404, 'not_found'])
      expect(page.text).toContain('/portal/assets/portal-')
    },
  )

  it.each([
    '/portal',
    '/portal/',
    '/portal/stamps',
    '/portal/stamps/',
    '/portal/stamps/ABCDEFGHJK',
    '/portal/files/bin',
  ])("is not one of the portal's: %s", async (path) => {
    expect((await open(path)).status).toBe(200)
  })
})

describe('files that every site is asked for', () => {
  it('200: /robots.txt keeps crawlers out of portal and API', async () => {
    const { status, text, headers } = await get('/robots.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^User-agent: \*\n/)
    expect(text).toContain('Disallow: /portal/\n')
    expect(text).not.toContain('Disallow: /s')
  })

  it('200: /manifest.webmanifest names the operator, in the language of the browser, and icons that exist', async () => {
    const { status, text, headers } = await open('/manifest.webmanifest', 'de')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const manifest = JSON.parse(text) as { name: string; icons: { src: string }[]; shortcuts: { name: string }[] }
    expect(manifest.name).toBe('Tallystick · Example & Sons')
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Dokumente stempeln', 'Dokument prüfen'])
    for (const { src } of manifest.icons) {
      const icon = await get(src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, 'image/png'])
    }
  })

  it('200: /worker.js keeps the files of the build', async () => {
    const { status, text, headers } = await get('/worker.js')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const [, build = ''] = /const build = "([^"]+)"/.exec(text) ?? []
    expect((await open('/verify')).text).toContain(build)
    expect(text).toContain(`"/portal/assets/${build}"`)
  })

  it('200: /favicon.ico is an icon', async () => {
    const { status, headers } = await get('/favicon.ico')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon'])
  })
})

describe('frames in pages of others', () => {
  const ancestors = (headers: Headers) =>
    /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

  it('may show badges and the verify widget, where EMBED_ORIGINS allows it, and no other page', async () => {
    const code = await stamp('offer.pdf')
    for (const path of [`/s/${code}/badge`, '/verify/widget']) {
      const { status, headers } = await open(path)
      expect([path, status, ancestors(headers)]).toEqual([path, 200, `'self' ${embedder}`])
      expect(headers.get('x-frame-options')).toBeNull()
    }
    for (const path of ['/', '/verify', `/s/${code}`, '/portal/', '/docs', '/nope'])
      expect([path, ancestors((await open(path)).headers)]).toEqual([path, "'none'"])
  })

  it('say name and time as the word of the service, and lead to its page', async () => {
    const code = await stamp('<b>offer</b>.pdf')
    const { text } = await open(`/s/${code}/badge`)
    expect(text).toContain('&#60;b&#62;offer&#60;/b&#62;.pdf')
    expect(text).toContain(`as stated by ${new URL(service.url).host}`)
    expect(text).toContain(`href="${service.url}/s/${code}" target="_blank"`)
    expect((await open(`/s/${code}/badge?lang=DE`)).text).toContain('nach Angabe von')
    expect(text).not.toMatch(/\bAda\b/)
    await service.call('PATCH', `/hash/${code}`, { publicDetails: true }, ada.auth)
    expect((await open(`/s/${code}/badge`)).text).toContain('Stamped by Ada Lovelace')
  })

  it('404: the badge of a private stamp', async () => {
    const code = await stamp('private.pdf', { isPrivate: true })
    expectError(await get(`/s/${code}/badge`), 404, 'not_found', 'Not found')
  })
})
