import { randomBytes } from 'node:crypto'
import { commitment, fromHex, verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { someFolder, upload } from '../files/upload.js'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf, detailsShape, expectError, finalStamp, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea')
})

const look = (path: string, by?: TestAccount) => service.call('GET', path, undefined, by?.auth)
const publish = (code: string, body: object, by = ada) => service.call('PATCH', `/hash/${code}`, body, by.auth)
const secret = 'met at the harbour'

/** Stamps with metadata by v2. */
async function stampV2(more: object = {}) {
  const body = { hash: someHash(), userId: ada.userId, metadata1: { note: secret }, ...more }
  return dataOf(await service.call('POST', '/v2/hash', body, ada.auth), 201) as { code: string; hash: string }
}

/** Every answer about a stamp that others get: without a login, and another account. */
async function othersSee({ code, hash }: { code: string; hash: string }): Promise<Answer[]> {
  const proofs = ['', '?format=ots', '?format=html', '?format=pdf'].map((format) => `/proof${format}`)
  return Promise.all([
    ...['', ...proofs].map((rest) => look(`/s/${code}${rest}`)),
    look(`/s?hash=${hash}`),
    ...[`/hash?id=${code}`, `/v2/hash?id=${hash}`, `/hash/${code}/proof`, `/hash/${code}/proof?format=html`].map(
      (path) => look(path, bea),
    ),
  ])
}

describe('details of a public stamp', () => {
  it.each(['/hash', '/v2/hash'])('are for its owner alone, unless published: stamped by %s', async (path) => {
    const made = await (path === '/hash' ? stamp(service, ada, { metadata: { description: secret } }) : stampV2())
    for (const { status, text } of await othersSee(made)) {
      expect(status, text).toBe(200)
      expect(text).not.toContain(secret)
      expect(text).not.toContain('salt"')
    }
    for (const answer of [await look(`/hash?id=${made.code}`, ada), await look(`/hash/${made.code}/proof`, ada)])
      expect(answer.text).toContain(secret)
  })

  it('keep their form where they are held back', async () => {
    const { code } = await stampV2()
    expect(dataOf(await look(`/hash?id=${code}`, bea))).toStrictEqual(detailsShape)
    expect(dataOf(await look(`/hash?id=${code}`, bea)).metaData).toStrictEqual([])
    expect(dataOf(await look(`/v2/hash?id=${code}`, bea)).metaData).toStrictEqual([{ path: `/s/${code}` }])
    const { commitment, ...page } = dataOf(await look(`/s/${code}`))
    expect(page).toMatchObject({ publicDetails: false, metaData: [], ownerName: '', filename: `stamp-${code}` })
    expect((await look(`/s/${code}/proof`)).body.commitment).toBe(commitment)
  })

  it('leave a proof that verifies, and says what it cannot show', async () => {
    const made = await stampV2()
    for (const proof of [await look(`/s/${made.code}/proof`), await look(`/hash/${made.code}/proof`, bea)]) {
      const verdict = verifyProof(proof.body, { digest: fromHex(made.hash) })
      expect(verdict.outcome).not.toBe('refused')
      expect(verdict.caveats.map((caveat) => caveat.code)).toContain('no-details')
    }
    const own = (await look(`/hash/${made.code}/proof`, ada)).body
    expect(verifyProof(own).caveats.map((caveat) => caveat.code)).not.toContain('no-details')
    const page = dataOf(await look(`/s/${made.code}`))
    expect(Buffer.from(commitment(fromHex(own.salt), own.details)).toString('hex')).toBe(page.commitment)
  })

  it('are everyone’s once published, when stamping or later, and hidden again', async () => {
    const atOnce = [
      await stampV2({ publicDetails: true }),
      await stamp(service, ada, { metadata: { description: secret }, publicDetails: true }),
    ]
    const later = await stampV2()
    expect(dataOf(await publish(later.code.toLowerCase(), { publicDetails: true }))).toMatchObject({
      code: later.code,
      publicDetails: true,
      metaData: [{ note: secret }],
    })
    for (const { code } of [...atOnce, later]) {
      expect(dataOf(await look(`/s/${code}`)), code).toMatchObject({ publicDetails: true, ownerName: 'Ada Lovelace' })
      for (const path of [`/s/${code}`, `/s/${code}/proof`]) expect((await look(path)).text).toContain(secret)
      for (const path of [`/hash?id=${code}`, `/hash/${code}/proof`])
        expect((await look(path, bea)).text).toContain(secret)
    }
    expect(dataOf(await publish(later.code, { publicDetails: false })).publicDetails).toBe(false)
    for (const { text } of await othersSee(later)) expect(text).not.toContain(secret)
  })

  it('of a private stamp stay private, even if publishing them was requested', async () => {
    const { code } = await stampV2({ isPrivate: true, publicDetails: true })
    expectError(await look(`/hash?id=${code}`, bea), 404, 'stamp_not_found', 'Stamp does not exist')
    expect((await look(`/s/${code}`)).status).toBe(404)
  })
})

describe("a public file's page", () => {
  it('and proof have neither description nor owner', async () => {
    const folder = await someFolder(service, ada)
    const { fileId, uniqueId } = await upload(service, ada, folder, randomBytes(30), 'plan.bin')
    const patch = { organizationId: ada.userId, description: secret }
    await service.call('PATCH', `/api/files/${fileId}`, patch, ada.auth)
    const page = await look(`/s/${uniqueId}`)
    expect(dataOf(page)).toMatchObject({ fileName: 'plan.bin', description: '', ownerName: '' })
    const proof = await look(`/s/${uniqueId}/proof`)
    expect(proof.body).not.toHaveProperty('salt')
    expect(proof.body.commitment).toBe(dataOf(page).commitment)
    for (const { text } of [page, proof, await look(`/s/${uniqueId}/proof?format=html`)]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('Ada Lovelace')
    }
    expect((await look(`/api/files/${fileId}/proof`, bea)).body).toHaveProperty('salt')
  })
})

describe('PATCH /hash/{code}: a private stamp', () => {
  it('becomes public; its proofs, old and new, say that it was stamped as private', async () => {
    const made = await stamp(service, ada, { isPrivate: true, metadata: { description: secret } })
    const before = (await look(`/hash/${made.code}/proof`, ada)).body
    expect(dataOf(await publish(made.code, { isPrivate: false }))).toMatchObject({
      isPrivate: false,
      isPrivateBc: true,
      publicDetails: false,
    })
    for (const { status, text } of await othersSee(made)) {
      expect(status, text).toBe(200)
      expect(text).not.toContain(secret)
    }
    const after = (await look(`/hash/${made.code}/proof`, ada)).body
    expect(after).toMatchObject({ details: before.details, commitment: before.commitment, root: before.root })
    expect(after.details.isPrivateBc).toBe(true)
    expect(verifyProof(after).outcome).not.toBe('refused')
    const list = dataOf(await look('/hash?page=1&limit=100&isPrivate=true', ada)).files
    expect(list.map(({ code }: { code: string }) => code)).not.toContain(made.code)
    expectError(
      await service.call('POST', '/hash', { hash: made.hash }, bea.auth),
      409,
      'stamp_exists',
      'Stamp Already Exists',
    )
  })

  it('409 when the hash has a public stamp; of two at once exactly one becomes public', async () => {
    const hash = someHash()
    const mine = await stamp(service, ada, { hash, isPrivate: true })
    const hers = await stamp(service, bea, { hash, isPrivate: true })
    const answers = await Promise.all([
      publish(mine.code, { isPrivate: false }),
      publish(hers.code, { isPrivate: false }, bea),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409) as Answer
    expectError(
      refused,
      409,
      'hash_is_public',
      'There is a public stamp of this hash already, so this one stays private',
    )
    const [left, by] = refused === answers[0] ? [mine, ada] : [hers, bea]
    expect(dataOf(await look(`/hash?id=${left.code}`, by)).isPrivate).toBe(true)
  })

  it('takes the place of a public one that failed', async () => {
    const hash = someHash()
    const failed = await stamp(service, bea, { hash })
    // Its nonce is used on the chain, as that of a failed batch is: otherwise everything after it would wait.
    await finalStamp(service, bea, failed.code)
    await service.database.db.execute(
      'UPDATE batches SET state = 3 WHERE id = (SELECT batch_id FROM stamps WHERE code = $1)',
      [failed.code],
    )
    const made = await stamp(service, ada, { hash, isPrivate: true })
    expect((await publish(made.code, { isPrivate: false })).status).toBe(200)
    expect(dataOf(await look(`/s?hash=${hash}`)).code).toBe(made.code)
  })

  it('409 back to private: what was public may have been seen', async () => {
    const { code } = await stamp(service, ada)
    const message = 'A public stamp cannot become private again: others may have seen it'
    expectError(await publish(code, { isPrivate: true }), 409, 'stamp_stays_public', message)
    expect((await publish(code, { isPrivate: false })).status).toBe(200)
  })

  it("404 for another account's stamp and an unknown one, 400 for an empty or unknown body", async () => {
    const made = await stamp(service, ada)
    const notFound = ['stamp_not_found', 'Stamp does not exist'] as const
    for (const id of [made.code, made.hash, '0000000000', 'x'])
      expectError(await publish(id, { publicDetails: true }, bea), 404, ...notFound)
    expectError(await publish(made.code, {}), 400, 'invalid', 'body: expected at least one field')
    expectError(await publish(made.code, { name: 'x' }), 400, 'invalid', 'name: unknown field')
  })
})
