import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/settings.js'
import { authoritiesOf, freeAuthorities } from '../../src/witnesses/presets.js'

const roots = rootCertificates.map((pem) => new X509Certificate(pem).subject)

it.each(Object.entries(freeAuthorities))(
  '%s has an address of a form that settings take, and a root that Node carries',
  (_, { url, root }) => {
    expect(new URL(url).href).toBe(url)
    expect(
      root === undefined || roots.some((subject) => subject.split('\n').some((part) => part.endsWith(`=${root}`))),
    ).toBe(true)
  },
)

it('names become addresses, and others are refused with the names there are', () => {
  const parse = authoritiesOf({ local: { url: 'http://127.0.0.1:1/tsa' }, other: { url: 'http://127.0.0.1:2/' } })
  expect(parse('other, local')).toEqual(['http://127.0.0.1:2/', 'http://127.0.0.1:1/tsa'])
  for (const wrong of ['nearby', 'local,local', '', 'toString'])
    expect(() => parse(wrong)).toThrow('a comma-separated list of different names: local, other')
})

it('docs/operators.md lists them', () => {
  const page = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8')
  for (const [name, { url, root = '–' }] of Object.entries(freeAuthorities))
    expect(page).toContain(`| \`${name}\` | ${url} | ${root} |`)
})

it('WITNESS_TSA adds to the addresses, each once', () => {
  const addresses = (env: Record<string, string>) => loadConfig(env).witnesses.tsaUrls
  expect(addresses({})).toEqual([])
  const own = 'https://tsa.example/'
  const urls = { WITNESS_TSA_URLS: `${own},http://timestamp.digicert.com` }
  expect(addresses({ WITNESS_TSA: 'digicert, freetsa', ...urls })).toEqual([
    'http://timestamp.digicert.com/',
    'https://freetsa.org/tsr',
    own,
  ])
  expect(() => loadConfig({ WITNESS_TSA: 'verisign' })).toThrow(/WITNESS_TSA must be .* digicert, sectigo/)
})
