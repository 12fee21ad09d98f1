import { verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

const service = useService()
const look = (path: string, headers?: Record<string, string>) => service.call('GET', path, undefined, headers)
let ada: TestAccount
let shown: { code: string; hash: string; txid: string }
let hidden: { code: string; hash: string }

beforeAll(async () => {
  ada = await service.account()
  const add = async (body: object) => dataOf(await service.call('POST', '/hash', body, ada.auth))
  shown = await add({ hash: someHash(), filename: 'contract.pdf', metadata: { description: 'signed' } })
  hidden = await add({ hash: someHash(), isPrivate: true })
})

describe('GET /s/{code}: a stamp in public', () => {
  it('200 for a public stamp, by its code in upper or lower case', async () => {
    const answer = await look(`/s/${shown.code.toLowerCase()}`)
    expect(dataOf(answer)).toMatchObject({
      type: 'stamp',
      code: shown.code,
      hash: shown.hash,
      filename: 'contract.pdf',
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
      publicDetails: false,
      metaData: [],
      ownerName: '',
      transactionId: shown.txid,
      isPrivateNetwork: expect.any(Boolean),
      proofUrl: `/s/${shown.code}/proof`,
    })
    expect(answer.headers.get('vary')).toContain('accept')
  })

  it('404 for a private stamp, the same as for an unknown code, even for its owner', async () => {
    for (const code of [hidden.code, '0000000000', 'x', hidden.hash]) {
      expectError(await look(`/s/${code}`, ada.auth), 404, 'not_found', 'Not found')
    }
  })

  it('serves a page to browsers, with 404 for an unknown code, and data to programs that accept anything', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    for (const [code, status] of [
      [shown.code, 200],
      [hidden.code, 404],
    ] as const) {
      const page = await look(`/s/${code}`, { accept })
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/)
      expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe-inline/)
      // A private stamp's page says as much as one of a code that no one has.
      expect(page.text.includes(code)).toBe(status === 200)
    }
    expect((await look(`/s/${shown.code}`, { accept: '*/*' })).body.status).toBe(200)
  })
})

describe('GET /s/{code}/proof', () => {
  it('200: a proof of a public stamp that verifies, without login', async () => {
    const proof = await look(`/s/${shown.code}/proof`)
    expect(verifyProof(proof.body, { digest: Buffer.from(shown.hash, 'hex') }).outcome).not.toBe('refused')
    expect((await look(`/s/${shown.code}/proof?format=ots`)).status).toBe(200)
  })

  it('404 for a private stamp', async () => {
    expectError(await look(`/s/${hidden.code}/proof`), 404, 'stamp_not_found', 'Stamp does not exist')
  })
})

describe('GET /s?hash=', () => {
  it('200 for the hash of a public stamp, in any notation', async () => {
    expect(dataOf(await look(`/s?hash=0x${shown.hash.toUpperCase()}`)).code).toBe(shown.code)
  })

  it('404 for the hash of a private stamp, the same as for an unknown hash', async () => {
    for (const hash of [hidden.hash, someHash()]) {
      expectError(await look(`/s?hash=${hash}`, ada.auth), 404, 'stamp_not_found', 'Stamp does not exist')
    }
  })

  it('400 for an invalid hash', async () => {
    expect((await look('/s?hash=abc')).status).toBe(400)
    expect((await look('/s')).status).toBe(400)
    expect((await look(`/s?hash=${shown.code}`)).status).toBe(400)
  })
})
