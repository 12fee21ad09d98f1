import { beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

const service = useService()
let accounts: TestAccount[]
beforeAll(async () => {
  accounts = await Promise.all(Array.from({ length: 5 }, () => service.account()))
})

const clients = sized({ short: 40, long: 100 })
const v1 = (hash: string, by: TestAccount) => service.call('POST', '/hash', { hash }, by.auth)
const v2 = (hash: string, by: TestAccount) => service.call('POST', '/v2/hash', { hash, userId: by.userId }, by.auth)
const race = (ask: (by: TestAccount, at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: clients }, (_, at) => ask(accounts[at % accounts.length] as TestAccount, at)))

describe(`${clients} clients stamp the same hash`, () => {
  it('v1: exactly one succeeds', async () => {
    const hash = someHash()
    const answers = await race((by) => v1(hash, by))
    const lost = answers.filter((answer) => answer.status !== 200)
    expect(lost).toHaveLength(clients - 1)
    for (const answer of lost) expectError(answer, 409, 'stamp_exists', 'Stamp Already Exists')
  })

  it('v2: exactly one succeeds', async () => {
    const hash = someHash()
    const answers = await race((by) => v2(hash, by))
    const lost = answers.filter((answer) => answer.status !== 201)
    expect(lost).toHaveLength(clients - 1)
    for (const answer of lost) expectError(answer, 409, 'already_stamped', 'Already Stamped')
  })

  it('v1 and v2 mixed: exactly one succeeds', async () => {
    const hash = someHash()
    const answers = await race((by, at) => (at % 2 ? v2 : v1)(hash, by))
    expect(answers.filter((answer) => answer.status === 200 || answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(clients - 1)
  })

  it('against multi-stamps with it: exactly one succeeds, and the multi-stamps answer that stamp', async () => {
    const hash = someHash()
    const items = () => [
      { hash: someHash(), filename: 'a' },
      { hash, filename: 'b' },
    ]
    const answers = await race((by, at) =>
      at % 10 === 0 ? service.call('POST', '/multi-stamp', items(), by.auth) : (at % 2 ? v2 : v1)(hash, by),
    )
    const bulk = answers.filter((_, at) => at % 10 === 0).map((answer) => dataOf(answer)[1])
    const single = answers.filter((answer, at) => at % 10 !== 0 && answer.status !== 409)
    const made = bulk.filter((item) => item.existing === undefined)
    expect(made.length + single.length).toBe(1)
    const ids = new Set([...bulk.map((item) => item.id), ...single.map((answer) => answer.body.data.id)])
    expect(ids.size).toBe(1)
    const [row] = await service.database.db.query<{ count: number }>('SELECT count(*) FROM stamps WHERE hash = $1', [
      Buffer.from(hash, 'hex'),
    ])
    expect(Number(row?.count)).toBe(1)
  })
})

it('a repeated hash fails alone: others in its batch and behind it are stamped', async () => {
  const by = accounts[0] as TestAccount
  for (let round = 0; round < sized({ short: 2, long: 5 }); round++) {
    const taken = Array.from({ length: 5 }, () => someHash())
    for (const hash of taken) expect((await v1(hash, by)).status).toBe(200)
    // More than fits in one batch, so that some arrive while the one before is in progress.
    const asked = Array.from({ length: 300 }, (_, at) =>
      at % 60 === 7 ? (taken[Math.floor(at / 60)] as string) : someHash(),
    )
    const answers = await Promise.all(asked.map((hash) => v1(hash, by)))
    answers.forEach((answer, at) => {
      if (taken.includes(asked[at] as string)) expectError(answer, 409, 'stamp_exists', 'Stamp Already Exists')
      else expect(answer.status).toBe(200)
    })
    const ids = new Set(answers.filter(({ status }) => status === 200).map((answer) => dataOf(answer).code))
    expect(ids.size).toBe(295)
  }
  const [nonces] = await service.database.db.query<{ used: number; next: number }>(
    `SELECT count(*) AS used, l.next_nonce - min(b.nonce) AS next FROM batches b JOIN lanes l ON l.id = b.lane_id
      GROUP BY l.id ORDER BY used DESC LIMIT 1`,
  )
  expect(Number(nonces?.used)).toBe(Number(nonces?.next))
})
