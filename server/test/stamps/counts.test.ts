import { expect, it } from 'vitest'
import { stampAuditor } from '../../src/stamps/audit.js'
import { useOwnService } from '../service.js'
import { dataOf, stamp } from './shapes.js'

// A batch in the wrong lane would confuse others' tests.
const service = useOwnService()

it('the counters of an account match its stamps after a batch of them moved to another lane', async () => {
  const { db } = service.database
  const ada = await service.account('Ada Lovelace')
  const [lane] = await db.query<{ id: number }>(
    "INSERT INTO lanes (address, next_nonce) VALUES ('\\x0102030405060708090a0b0c0d0e0f1011121314', 0) RETURNING id",
  )
  const { code } = await stamp(service, ada, { isPrivate: true })
  await db.execute('UPDATE batches SET lane_id = $2 WHERE id = (SELECT batch_id FROM stamps WHERE code = $1)', [
    code,
    lane?.id,
  ])
  const published = await service.call('PATCH', `/hash/${code}`, { isPrivate: false }, ada.auth)
  expect(dataOf(published).isPrivate).toBe(false)
  await stampAuditor(db).totals()
  const list = await service.call('GET', '/hash?isPrivate=true&page=1&limit=10', undefined, ada.auth)
  expect(dataOf(list).count).toBe(0)
})
