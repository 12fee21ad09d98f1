import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, type Session } from '../../src/base/database/db.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
let database: Database
let session: Session
beforeAll(async () => {
  database = new Database({ url: test.url })
  await database.execute(
    'CREATE TABLE things (id int PRIMARY KEY, of int REFERENCES things DEFERRABLE INITIALLY DEFERRED)',
  )
  session = await database.session()
})
afterAll(async () => {
  session.release()
  await database.close()
})

const add = (id: number, of: number | null = null) => ({
  text: 'INSERT INTO things (id, of) VALUES ($1, $2)',
  values: [id, of],
})
const ids = async () => (await database.query<{ id: number }>('SELECT id FROM things ORDER BY id')).map(({ id }) => id)

describe('statements that are a transaction of their own', () => {
  it('take effect together, or not at all', async () => {
    await session.commit([add(1), add(2)], true)
    await expect(session.commit([add(3), add(1), add(4)], true)).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([1, 2])
  })

  it('fail when the commit does, after every statement has succeeded', async () => {
    await expect(session.commit([add(5, 99)], true)).rejects.toMatchObject({ code: '23503' })
    expect(await ids()).toEqual([1, 2])
  })

  it('are one transaction each, sent without waiting for the previous one, even when that fails', async () => {
    const sent = [[add(10)], [add(11), add(10)], [add(12)]].map((statements) => session.commit(statements, true))
    const outcomes = await Promise.allSettled(sent)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await ids()).toEqual([1, 2, 10, 12])
  })

  it('can be run one by one on the same connection after they failed together', async () => {
    const one = { text: 'INSERT INTO things (id) VALUES ($1)', values: [30] }
    await expect(session.commit([one, add(1)], true)).rejects.toMatchObject({ code: '23505' })
    await session.execute(one.text, one.values)
    await session.execute(add(31).text, add(31).values)
    await expect(session.commit([{ ...one, values: [32] }, add(1)], true)).rejects.toMatchObject({ code: '23505' })
    await session.execute(one.text, [33])
    expect(await session.query('SELECT id FROM things WHERE id >= 30 ORDER BY id')).toEqual([
      { id: 30 },
      { id: 31 },
      { id: 33 },
    ])
  })

  it('can be run again after the first of them failed, prepared with them or not', async () => {
    const fails = { text: 'INSERT INTO things (id) SELECT 1 WHERE $1', values: [true] }
    const other = { text: 'INSERT INTO things (id) SELECT $1::int', values: [20] }
    await expect(session.commit([fails, other], true)).rejects.toMatchObject({ code: '23505' })
    await session.commit([other], true)
    const broken = { text: 'INSERT INTO nothing VALUES ($1)', values: [1] }
    const last = { text: 'INSERT INTO things (id) SELECT $1::int + 0', values: [21] }
    await expect(session.commit([broken, last], true)).rejects.toMatchObject({ code: '42P01' })
    await session.commit([last], true)
    expect(await session.query('SELECT id FROM things WHERE id BETWEEN 13 AND 29 ORDER BY id')).toEqual([
      { id: 20 },
      { id: 21 },
    ])
  })
})

it('a transaction that has failed is not committed', async () => {
  await session.begin()
  await session.execute(add(1).text, add(1).values).catch(() => undefined)
  await expect(session.commit([])).rejects.toThrow('rolled back')
})
