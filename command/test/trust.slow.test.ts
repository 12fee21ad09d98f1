import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCertificates } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debianPrograms, noDebian } from '../../test/debian.js'
import { tallystick } from './run-command.js'
import { granted, ListMaker, qualified, type Signer } from './trusted-list.js'

const programs = await debianPrograms(['xmlsec1', 'openssl'])
const home = mkdtempSync(join(tmpdir(), 'tallystick-trust-'))
afterAll(() => rmSync(home, { recursive: true }))

describe.skipIf(!programs)(`tallystick trust eu (${noDebian} otherwise)`, () => {
  let maker: ListMaker
  let country: Signer
  let union: Signer
  let authority: Signer
  let other: Signer
  const output = join(home, 'out.pem')
  const trust = (list: string, signer: Signer, ...flags: readonly string[]) =>
    tallystick('trust', 'eu', list, '--signer', signer.certificate, '--output', output, '--force', ...flags)
  const changed = (path: string, from: string | RegExp, to: string) => {
    const xml = readFileSync(path, 'utf8')
    const made = xml.replace(from, to)
    expect(made).not.toBe(xml)
    writeFileSync(join(home, 'changed.xml'), made)
    return join(home, 'changed.xml')
  }
  beforeAll(() => {
    maker = new ListMaker(programs!, home)
    country = maker.signer('country')
    union = maker.signer('union')
    authority = maker.signer('Clock')
    other = maker.signer('Other')
  })

  test('writes the certificates of services that are qualified and granted, and of no other', async () => {
    const list = maker.list('all', country, {
      services: [
        { name: 'Good Clock', certificate: authority.certificate },
        { name: 'Withdrawn', status: granted.replace('granted', 'withdrawn'), certificate: other.certificate },
        { name: 'Not qualified', type: qualified.replace('QTST', 'TSS-QC'), certificate: other.certificate },
      ],
    })
    const { code, out, err } = await trust(list, country)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('1 qualified timestamping services of XX')
    expect(out.split('\n')).toContain('  Good Clock (Trusty Ltd), granted since 2020-01-01T00:00:00Z')
    expect(out).not.toContain('Withdrawn')
    const pem = readFileSync(output, 'utf8')
    expect(pem).toContain(readFileSync(authority.certificate, 'utf8').trim())
    expect(readCertificates(pem)).toHaveLength(1)
  })

  test.each(['rsa-sha384', 'rsa-sha512', 'ecdsa-sha256'])('verifies %s as xmlsec1 makes it', async (algorithm) => {
    const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    const signer = maker.signer(algorithm, ...(algorithm.startsWith('ecdsa') ? ec : []))
    const services = [{ name: 'Clock', certificate: authority.certificate }]
    expect(await trust(maker.list(`list-${algorithm}`, signer, { services }, algorithm), signer)).toMatchObject({
      code: 0,
    })
  })

  test('refuses a list that was changed, that someone else signed, or that SHA-1 signs', async () => {
    const services = [{ name: 'Clock', certificate: authority.certificate }]
    const list = maker.list('true', country, { services })
    const untrusted = 'no certificate that you trust has signed it, or it was changed since'
    const der = readFileSync(other.certificate, 'utf8').replace(/-----.*-----|\s/g, '')
    for (const [path, signer] of [
      [list, union],
      [changed(list, 'Clock', 'Glock'), country],
      [changed(list, /(<\/TSPName>[\s\S]*?<X509Certificate>)[^<]+/, `$1${der}`), country],
      [
        changed(
          list,
          /<xades:SignedProperties Id="properties"\/>/,
          '<xades:SignedProperties Id="properties">1</xades:SignedProperties>',
        ),
        country,
      ],
    ] as const) {
      const { code, err } = await trust(path, signer)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(untrusted) })
    }
    const weak = await trust(maker.list('weak', country, { services }, 'rsa-sha1'), country)
    expect(weak).toMatchObject({ code: 2, err: expect.stringContaining('rsa-sha1') })
  })

  test('takes nothing that the signature does not cover', async () => {
    const list = maker.list('wrapped', country, { services: [{ name: 'Clock', certificate: authority.certificate }] })
    const xml = readFileSync(list, 'utf8')
    const [signature = ''] = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(xml) ?? []
    // The signed list moves into the signature of a list by the forger, where its reference still finds it.
    const inner = xml
      .replace(/<\?xml[^>]*\?>/, '')
      .replace(signature, '')
      .replace('<TrustServiceStatusList', '<TrustServiceStatusList Id="moved"')
    const moved = signature.replace('URI=""', 'URI="#moved"').replace('</ds:Object>', `${inner}</ds:Object>`)
    writeFileSync(join(home, 'moved.xml'), xml.replace(signature, moved).replaceAll('Clock', 'Forged'))
    expect(await trust(join(home, 'moved.xml'), country)).toMatchObject({ code: 2 })
    const twice = changed(list, '</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`)
    expect(await trust(twice, country)).toMatchObject({ code: 2, err: expect.stringContaining('2 signatures') })
  })

  test('refuses a list that has expired, is closed, is of the future, or lists none that is usable', async () => {
    const services = [{ name: 'Clock', certificate: authority.certificate }]
    const cases = [
      [{ services, nextUpdate: '2020-01-01T00:00:00Z' }, 'it expired on 2020-01-01T00:00:00Z'],
      [{ services, nextUpdate: '' }, 'it expired on'],
      [{ services, issued: '2999-01-01T00:00:00Z', nextUpdate: '2999-02-01T00:00:00Z' }, 'after your clock'],
      [{ services, issued: '2001-01-01T00:00:00Z' }, 'was not valid on 2001-01-01'],
      [{ services: [] }, 'lists no qualified timestamping service'],
    ] as const
    for (const [facts, reason] of cases) {
      const { code, err } = await trust(maker.list('odd', country, facts), country)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) })
    }
  })

  test('refuses in words a file that is no list', async () => {
    const write = (content: string) => {
      writeFileSync(join(home, 'no-list.xml'), content)
      return join(home, 'no-list.xml')
    }
    for (const [content, reason] of [
      ['', 'it is not XML'],
      ['not a list', 'it is not XML'],
      ['<list/>', 'it has 0 signatures'],
      ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'DOCTYPE'],
    ] as const) {
      const { code, err } = await trust(write(content), country)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) })
    }
    expect(await trust(write('<list/>'), { ...country, certificate: write('<list/>') })).toMatchObject({
      err: expect.stringContaining('no certificate in PEM'),
    })
  })

  test('follows the list of lists to the signer of a country, and to no other', async () => {
    const services = [{ name: 'Clock', certificate: authority.certificate }]
    const pointers = { XX: country.certificate, YY: other.certificate }
    const lotl = maker.list('lotl', union, { territory: 'EU', pointers })
    const list = maker.list('own', country, { services })
    expect(await trust(list, union, '--lotl', lotl)).toMatchObject({ code: 0, err: '' })
    const foreign = await trust(maker.list('foreign', other, { services }), union, '--lotl', lotl)
    expect(foreign).toMatchObject({ code: 2, err: expect.stringContaining('names another certificate for XX') })
    expect(await trust(list, union, '--lotl', list)).toMatchObject({ code: 2 })
    const notUnion = await trust(list, country, '--lotl', list)
    expect(notUnion).toMatchObject({ code: 2, err: expect.stringContaining('not the list of lists') })
  })
})
