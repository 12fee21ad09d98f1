import { createRequire } from 'node:module'
import { readAttestation, readOts, verifyProof } from '@tallystick/proof'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { expectError, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

const schema = createRequire(import.meta.url)('@tallystick/proof/schema.json')
const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
const proofOf = async (code: string, by = ada) => service.call('GET', `/hash/${code}/proof`, undefined, by.auth)

/** Fetches the proof and checks it against the schema and the verifier. */
async function verified(code: string, digest: string, by = ada) {
  const answer = await proofOf(code, by)
  expect(answer.status).toBe(200)
  expect(fits(answer.body), JSON.stringify(fits.errors)).toBe(true)
  const verdict = verifyProof(answer.body, { digest: Buffer.from(digest, 'hex') })
  expect(verdict.failure).toBeUndefined()
  return { proof: answer.body, verdict, headers: answer.headers }
}

describe('GET /hash/{code}/proof', () => {
  it('verifies in every state, from submitted to final, at the same URL', async () => {
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    await service.rpc('evm_setAutomine', false)
    const made = await stamp(service, ada, { filename: 'Vertrag.pdf', metadata: { description: 'ü' } })
    const early = await verified(made.code, made.hash)
    expect(early.verdict.caveats[0]?.code).toBe('not-in-block')
    expect(early.proof).toMatchObject({
      format: 'tallystick-proof',
      hash: made.hash,
      code: made.code,
      state: 'submitted',
    })
    expect(early.proof.anchors[0]).not.toHaveProperty('header')
    await service.rpc('evm_setAutomine', true)
    const final = await eventually('the proof is final', async () => {
      await service.rpc('evm_mine')
      const seen = await verified(made.code, made.hash)
      return seen.proof.state === 'final' && seen
    })
    expect(final.verdict).toMatchObject({ outcome: 'consistent', anchor: final.proof.anchors[0] })
    expect(final.proof.anchors[0]).toMatchObject({ chain: 'eip155:31337', transactionId: made.txid, state: 'final' })
    expect(final.proof.root).toBe(early.proof.root)
    const other = verifyProof(final.proof, { digest: Buffer.from(someHash(), 'hex') })
    expect(other.outcome).toBe('refused')
  })

  it('verifies for each stamp of a shared transaction: long hashes, v2 and multi-stamps', async () => {
    const hashes = [someHash(48), someHash(64), ...Array.from({ length: 600 }, () => someHash())]
    const items = hashes.map((hash, at) => ({ hash, filename: `${at}`, isPrivate: at % 2 === 1 }))
    await service.call('POST', '/multi-stamp', items, ada.auth)
    const body = { hash: someHash(), userId: ada.userId, metadata: { b: 1, a: [0.1, 'ü'] } }
    await service.call('POST', '/v2/hash', body, ada.auth)
    for (const hash of [...hashes.slice(0, 4), hashes[255], hashes[256], hashes[601], body.hash] as string[]) {
      expect((await verified(hash.toUpperCase(), hash)).proof.hash).toBe(hash)
    }
  })

  it("200 for another account's public stamp, 404 for a private one, the same as for an unknown code", async () => {
    const open = await stamp(service, ada)
    await verified(open.code.toLowerCase(), open.hash, bea)
    const secret = await stamp(service, ada, { isPrivate: true })
    for (const code of [secret.code, secret.hash, secret.txid, '0000000000', 'x']) {
      expectError(await proofOf(code, bea), 404, 'stamp_not_found', 'Stamp does not exist')
    }
  })

  it('200 as .ots with the digest and the transaction of its root, 422 for longer hashes', async () => {
    const { code, hash, txid } = await stamp(service, ada)
    const headers = ada.auth
    const answer = await fetch(new URL(`/hash/${code}/proof?format=ots`, service.url), { headers })
    expect(answer.headers.get('content-type')).toBe('application/vnd.opentimestamps.v1')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="stamp-${code}.ots"`)
    const { digest, findings } = readOts(new Uint8Array(await answer.arrayBuffer()))
    expect(Buffer.from(digest).toString('hex')).toBe(hash)
    const { proof } = await verified(code, hash)
    expect(findings.map(({ message }) => Buffer.from(message).toString('hex'))).toEqual([proof.root])
    expect(readAttestation(findings[0]?.payload ?? Buffer.of())).toMatchObject({ chainId: 31337n, transactionId: txid })
    const long = await stamp(service, ada, { hash: someHash(64) })
    const refused = await service.call('GET', `/hash/${long.code}/proof?format=ots`, undefined, headers)
    const message = 'Only proofs of SHA-256 digests are available as .ots. Request the JSON instead.'
    expectError(refused, 422, 'ots_needs_sha256', message)
  })

  it('400 without a token, and for an unknown format', async () => {
    const { code } = await stamp(service, ada)
    const answer = await service.call('GET', `/hash/${code}/proof`)
    expectError(answer, 400, 'token_missing', 'Authorization Token Not Found')
    const format = (name: string) => service.call('GET', `/hash/${code}/proof?format=${name}`, undefined, ada.auth)
    expect((await format('json')).status).toBe(200)
    expectError(await format('gif'), 400, 'invalid', 'format: expected one of json, ots, tsr, pdf, html')
  })
})
