import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProofDocument, ProofWitness } from '@tallystick/proof'
import { verifyProof } from '@tallystick/proof'
import { readCertificates, verifyWitnesses } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { wallTime } from '../../../test/wall-time.js'
import { Chain } from '../../src/chain/chain.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { trialAuthority } from '../../src/protocols/tsa/trial-authority.js'
import { rooms } from '../../src/rooms.js'
import { authorityAt } from '../../src/witnesses/authority.js'
import { type TestAccount, useOwnService, useService } from '../service.js'
import { dataOf, expectError, stamp } from '../stamps/shapes.js'

/** The authority is another service, with a login of its own. */
const other = useService()
const settings: Record<string, string> = { WITNESS_INTERVAL: '1' }
let client: TestAccount
beforeAll(async () => {
  client = await other.account('Another service')
  const url = new URL('/tsa', other.url)
  url.username = client.clientId
  url.password = client.secretKey
  settings.WITNESS_TSA_URLS = url.href
})
const service = useOwnService(settings)

const { signal } = new AbortController()
const root = Buffer.alloc(32, 7)

describe('an authority', () => {
  it('witnesses a stamp, whose proof then verifies by the authority alone', async () => {
    const before = Math.floor(wallTime().getTime() / 1000) * 1000
    const ada = await service.account()
    const { code } = await stamp(service, ada)
    const proof = await eventually('the proof has a witness', async () => {
      const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
      return (body as ProofDocument).witnesses && (body as ProofDocument)
    })
    expect(proof.witnesses).toMatchObject([{ kind: 'rfc3161', authority: new URL(other.url).host }])
    expect(JSON.stringify(proof)).not.toContain(client.secretKey)
    expect(verifyProof(proof).outcome).toBe('consistent')
    const { certificates } = await trialAuthority(other.database.db, other.masterKey)
    const times = await verifyWitnesses(proof, readCertificates(certificates))
    const verdict = verifyProof(proof, { times })
    expect(verdict).toMatchObject({ outcome: 'confirmed', sources: [{ kind: 'authority' }] })
    // As far as its clock may be off, the finding's time reaches further.
    const [known] = times
    const time = Date.parse(known && 'time' in known ? known.time : '')
    expect(Date.parse(`${verdict.time?.latest}`)).toBeGreaterThanOrEqual(time)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(wallTime().getTime())
    const states = dataOf(await service.call('GET', '/network/witnesses', undefined, ada.auth))
    expect(states).toMatchObject({
      intervalSeconds: 1,
      witnesses: [{ kind: 'rfc3161', name: new URL(other.url).host, answered: 1, waiting: 0, failure: null }],
    })
    expect((await service.call('GET', '/readyz')).status).toBe(200)
  })

  it('still counts once its certificate has expired: a later batch records its token', async () => {
    const ada = await service.account()
    const { code } = await stamp(service, ada)
    const proof = await eventually('the token is recorded in a final block', async () => {
      const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
      const [witness] = (body as ProofDocument).witnesses ?? []
      return witness?.kind === 'rfc3161' && witness.recorded ? (body as ProofDocument) : undefined
    })
    const [witness] = proof.witnesses as [Extract<ProofWitness, { kind: 'rfc3161' }>]
    const [anchor] = witness.recorded!.anchors
    expect(anchor).toMatchObject({ state: 'final', chain: proof.anchors[0]!.chain })
    expect(anchor!.blockHash).not.toBe(proof.anchors[0]!.blockHash)
    expect(verifyProof(proof).failure).toBeUndefined()
    const known = [{ hash: anchor!.blockHash!, source: { kind: 'block-hash', name: '' } } as const]
    expect(verifyProof(proof, { known }).checks.at(-1)).toMatchObject({ name: 'chain', status: 'ok' })
    const { db } = service.database
    const checked = await audit(db, new Chain(service.rpcUrl, limitMs(5_000)), rooms.auditors(db))
    expect(checked.entries).toBeGreaterThan(2)
  })

  it('400 without a token: the state of the witnesses', async () => {
    expectError(await service.call('GET', '/network/witnesses'), 400, 'token_missing', 'Authorization Token Not Found')
  })
})

describe('an answer is refused', () => {
  /** Answers with bytes of the test's choice, or with a token for another request. */
  let answer: { status: number; body: Uint8Array }
  const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())
  const asked = () => authorityAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).ask(root, null, signal)

  it('that is not a response, is too large, or is an HTTP error', async () => {
    answer = { status: 200, body: Buffer.from('<html>') }
    await expect(asked()).rejects.toThrow('not a TimeStampResp')
    answer = { status: 200, body: Buffer.alloc(100_000) }
    await expect(asked()).rejects.toThrow('more than 65536 bytes')
    answer = { status: 503, body: Buffer.alloc(0) }
    await expect(asked()).rejects.toThrow('HTTP status 503')
  })

  it('that is for another request, or is itself a refusal', async () => {
    const { body, headers } = await replyFor(root)
    expect(headers.get('content-type')).toBe('application/timestamp-reply')
    answer = { status: 200, body }
    await expect(asked()).rejects.toThrow('its nonce differs')
    answer = { status: 200, body: (await replyFor(Buffer.alloc(20, 7))).body }
    await expect(asked()).rejects.toThrow(/the authority refused \(status 2\): Only SHA-256/)
  })
})

/** Returns what the authority answers to a request of its own nonce; a digest of 20 bytes is taken for a SHA-1. */
async function replyFor(hash: Buffer) {
  const { query } = await import('../protocols/requests.js')
  const body = query({ hash, nonce: '11', algorithm: hash.length === 20 ? 'SHA-1' : 'SHA-256' })
  const response = await fetch(`${other.url}/tsa`, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', ...client.auth },
    body: new Uint8Array(body),
  })
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
