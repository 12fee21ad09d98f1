import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { runs, seed } from '../../../test/tier.js'
import { post, someFolder, upload } from '../files/upload.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const service = useService()
const get = (path: string, by: TestAccount) => service.call('GET', path, undefined, by.auth)
const notFound = ['stamp_not_found', 'Stamp does not exist'] as const

/** Something that was answered with a transaction ID. */
interface Entry {
  owner: TestAccount
  isPrivate: boolean
  code: string
  hash: string
}

/** A transaction with all IDs that it ever had, and what is in it, oldest first. */
interface Recorded {
  ids: string[]
  entries: Entry[]
}

let accounts: TestAccount[]
let world: Recorded[]

const add = async (owner: TestAccount, isPrivate: boolean): Promise<Recorded> => {
  const { txid, code, hash } = await stamp(service, owner, { isPrivate })
  return { ids: [txid], entries: [{ owner, isPrivate, code, hash }] }
}

const addMany = async (owner: TestAccount): Promise<Recorded> => {
  const items = [true, false, true].map((isPrivate) => ({ hash: someHash(), filename: 'many', isPrivate }))
  const data = dataOf(await service.call('POST', '/multi-stamp', items, owner.auth))
  const list = dataOf(await get(`/hash?txid=${data[0].txid}`, owner))
  const codes = new Map(list.files.map((file: { hash: string; code: string }) => [file.hash, file.code]))
  const entries = items.map(({ hash, isPrivate }) => ({ owner, isPrivate, hash, code: codes.get(hash) as string }))
  return { ids: [data[0].txid], entries }
}

/** A file and its second version: each content has its own transaction, and its own record under the file's code. */
const addFile = async (owner: TestAccount, isPrivate: boolean): Promise<Recorded[]> => {
  const folder = await someFolder(service, owner, isPrivate ? 'private' : 'public')
  const { fileId, transactionId, uniqueId } = await upload(service, owner, folder, randomBytes(20))
  const parts = [['attachments', randomBytes(20), 'x.bin'] as [string, Uint8Array, string]]
  const second = await post(service, `/api/files/${fileId}/versions`, parts, owner.auth)
  return Promise.all(
    [transactionId, dataOf(second).transactionId as string].map(async (txid) => {
      const { hash } = dataOf(await get(`/hash?id=${txid}`, owner))
      return { ids: [txid], entries: [{ owner, isPrivate, code: uniqueId, hash }] }
    }),
  )
}

/** Folders' and files' other changes have transactions whose IDs name no stamp. */
const addChange = async (owner: TestAccount): Promise<Recorded> => {
  const folder = await someFolder(service, owner)
  const [row] = await service.database.db.query<{ hash: Buffer }>(
    'SELECT t.hash FROM changes c JOIN transactions t ON t.batch_id = c.batch_id WHERE c.subject_id = $1',
    [folder],
  )
  return { ids: [`0x${row?.hash.toString('hex')}`], entries: [] }
}

/** Gives a transaction another ID, as a raised fee and anchoring again do: another row of the same batch. */
const replace = async ({ ids }: Recorded, isCurrent: boolean) => {
  const hash = randomBytes(32)
  const { db } = service.database
  const [row] = await db.query<{ batch_id: string }>(
    `INSERT INTO transactions (hash, batch_id, raw, max_fee_per_gas, max_priority_fee_per_gas, nonce)
     SELECT $1, batch_id, '', 1, 1, nonce FROM transactions WHERE hash = $2 RETURNING batch_id`,
    [hash, Buffer.from((ids[0] as string).slice(2), 'hex')],
  )
  if (isCurrent) await db.execute('UPDATE batches SET transaction_hash = $1 WHERE id = $2', [hash, row?.batch_id])
  ids.push(`0x${hash.toString('hex')}`)
}

const fail = async ({ ids }: Recorded) => {
  const hash = Buffer.from((ids[0] as string).slice(2), 'hex')
  const batch = 'SELECT batch_id FROM transactions WHERE hash = $1'
  await service.database.db.execute(`UPDATE batches SET state = 3 WHERE id = (${batch})`, [hash])
}

beforeAll(async () => {
  accounts = await Promise.all(['Ada', 'Bea', 'Eve'].map((name) => service.account(name)))
  const [ada, bea] = accounts as [TestAccount, TestAccount]
  world = []
  for (const owner of [ada, bea]) {
    for (const isPrivate of [false, true]) {
      world.push(await add(owner, isPrivate), await add(owner, isPrivate))
      world.push(...(await addFile(owner, isPrivate)))
    }
    world.push(await addMany(owner), await addChange(owner))
  }
  // The tracker leaves final batches alone.
  const hashes = world.map(({ ids }) => Buffer.from((ids[0] as string).slice(2), 'hex'))
  await eventually('all batches are final', async () => {
    // A node that mines as transactions arrive may leave the last one waiting for the next.
    await service.rpc('evm_mine')
    const open = await service.database.db.query(
      'SELECT FROM batches b JOIN transactions t ON t.batch_id = b.id WHERE t.hash = ANY($1::bytea[]) AND b.state <> 2 LIMIT 1',
      [hashes],
    )
    return open.length === 0
  })
  for (const [at, recorded] of world.entries()) {
    if (at % 3 > 0) await replace(recorded, at % 3 === 2)
    if (at % 4 === 3) await fail(recorded)
  }
})

const forms = [
  (id: string) => id,
  (id: string) => id.slice(2),
  (id: string) => id.toUpperCase().replace('0X', '0x'),
  (id: string) => id.slice(2).toUpperCase(),
]

describe('an ID that was answered', () => {
  it('keeps naming what it was answered for, for everyone, even if someone stamps its text', async () => {
    const draw = fc.record({
      recorded: fc.nat({ max: world.length - 1 }),
      id: fc.nat(),
      attackers: fc.array(fc.record({ who: fc.nat({ max: 2 }), isPrivate: fc.boolean(), isV2: fc.boolean() }), {
        maxLength: 2,
      }),
      form: fc.constantFrom(...forms),
      path: fc.constantFrom('/hash', '/v2/hash'),
    })
    await fc.assert(
      fc.asyncProperty(draw, async ({ recorded, id, attackers, form, path }) => {
        const { ids, entries } = world[recorded] as Recorded
        const txid = ids[id % ids.length] as string
        for (const { who, isPrivate, isV2 } of attackers) {
          const { auth, userId } = accounts[who] as TestAccount
          const body = { hash: txid, isPrivate, ...(isV2 && { userId }) }
          await service.call('POST', isV2 ? '/v2/hash' : '/hash', body, auth)
        }
        for (const reader of accounts) {
          const seen = entries.filter(({ owner, isPrivate }) => owner === reader || !isPrivate)
          const named = seen.find(({ owner }) => owner === reader) ?? seen[0]
          const [details, proof] = await Promise.all([
            get(`${path}?id=${form(txid)}`, reader),
            get(`/hash/${form(txid)}/proof`, reader),
          ])
          if (named === undefined) {
            expectError(details, 404, ...notFound)
            expectError(proof, 404, ...notFound)
            continue
          }
          expect(dataOf(details)).toMatchObject({ code: named.code, hash: named.hash })
          expect(proof.body).toMatchObject({ code: named.code, hash: named.hash })
          const list = dataOf(await get(`${path}?txid=${form(txid)}&page=1&limit=100`, reader))
          expect(list.files.map(({ code }: Entry) => code)).toEqual(seen.map(({ code }) => code))
        }
      }),
      { numRuns: runs(60), seed },
    )
  })

  it('leaves the stamp of its text to code, ?hash= and the public address', async () => {
    const [ada, bea, eve] = accounts as [TestAccount, TestAccount, TestAccount]
    const { txid } = await stamp(service, ada)
    const hostile = await stamp(service, eve, { hash: txid })
    for (const path of ['/hash', '/v2/hash']) {
      for (const query of [`hash=${txid}`, `hash=${hostile.hash.toUpperCase()}`, `id=${hostile.code}`])
        expect(dataOf(await get(`${path}?${query}`, bea)).code).toBe(hostile.code)
      expectError(await get(`${path}?hash=${someHash()}`, bea), 404, ...notFound)
      expectError(await get(`${path}?hash=abc`, bea), 400, 'invalid', /^hash: expected the hex/)
    }
    expect(dataOf(await service.call('GET', `/s?hash=${txid}`)).code).toBe(hostile.code)
  })
})

describe('a hash with two stamps', () => {
  it('gives the own one first, and the code of the other', async () => {
    const [ada, bea] = accounts as [TestAccount, TestAccount]
    const hash = someHash()
    const hidden = await stamp(service, ada, { hash, isPrivate: true })
    expect(dataOf(await get(`/hash?id=${hash}`, ada)).otherCode).toBeNull()
    const open = await stamp(service, bea, { hash })
    for (const query of [`id=${hash}`, `hash=${hash}`])
      expect(dataOf(await get(`/hash?${query}`, ada))).toMatchObject({ code: hidden.code, otherCode: open.code })
    expect(dataOf(await get(`/v2/hash?id=${open.code}`, ada))).toMatchObject({
      code: open.code,
      otherCode: hidden.code,
    })
    expect(dataOf(await get(`/hash?id=${hash}`, bea))).toMatchObject({ code: open.code, otherCode: null })
  })

  it('of one account: the older one first', async () => {
    const [ada] = accounts as [TestAccount]
    const hash = someHash()
    const first = await stamp(service, ada, { hash })
    const second = await stamp(service, ada, { hash, isPrivate: true })
    const found = dataOf(await get(`/hash?id=${hash}`, ada))
    expect(found).toMatchObject({ code: first.code, otherCode: second.code })
  })
})

describe('a file', () => {
  const name = (owner: TestAccount, fileId: string, body: object) =>
    service.call('PATCH', `/api/files/${fileId}`, { organizationId: owner.userId, ...body }, owner.auth)

  it('answers by code and transaction ID like a stamp of type "1", its description to its owner alone', async () => {
    const [ada, bea] = accounts as [TestAccount, TestAccount]
    const folder = await someFolder(service, ada)
    const content = randomBytes(30)
    const { fileId, transactionId, uniqueId } = await upload(service, ada, folder, content, 'plan.bin')
    await name(ada, fileId, { description: 'first draft', lat: 52.5 })
    for (const id of [uniqueId.toLowerCase(), transactionId]) {
      const details = dataOf(await get(`/hash?id=${id}`, ada))
      expect(details).toMatchObject({
        type: '1',
        code: uniqueId,
        txid: transactionId,
        filename: 'plan.bin',
        username: 'Ada',
        isPrivate: false,
        metaData: [{ latitude: '52.5', description: 'first draft' }],
        originalDocHash: '',
        isEsign: false,
        isPrivateBc: false,
        otherCode: null,
      })
      expect((await get(details.proofUrl, ada)).body).toMatchObject({ kind: 'file', hash: details.hash })
      const place = { latitude: '52.5', description: 'first draft' }
      const v2 = dataOf(await get(`/v2/hash?id=${id}`, ada))
      expect(v2.metaData).toStrictEqual([{ metadata: [place], path: `/s/${uniqueId}` }])
      expect(dataOf(await get(`/hash?id=${id}`, bea))).toMatchObject({ code: uniqueId, metaData: [] })
    }
    const list = dataOf(await get(`/hash?txid=${transactionId}&search=PLAN&isPrivate=false`, bea))
    expect(list.files).toMatchObject([{ _id: fileId, type: '1', code: uniqueId, userId: ada.userId }])
    expect(dataOf(await get(`/hash?txid=${transactionId}&search=other`, bea)).count).toBe(0)
  })

  it('in the bin answers its owner alone; a purged one, no one', async () => {
    const [ada, bea] = accounts as [TestAccount, TestAccount]
    const folder = await someFolder(service, ada)
    const { fileId, transactionId, uniqueId } = await upload(service, ada, folder, randomBytes(30))
    await service.call('DELETE', `/api/files/${fileId}`, undefined, ada.auth)
    for (const id of [uniqueId, transactionId]) {
      expect(dataOf(await get(`/hash?id=${id}`, ada)).code).toBe(uniqueId)
      expectError(await get(`/hash?id=${id}`, bea), 404, ...notFound)
    }
    await service.call('DELETE', `/api/files/${fileId}?permanent=true`, undefined, ada.auth)
    await stamp(service, bea, { hash: transactionId })
    for (const id of [uniqueId, transactionId]) {
      for (const reader of [ada, bea]) expectError(await get(`/hash?id=${id}`, reader), 404, ...notFound)
    }
  })
})
