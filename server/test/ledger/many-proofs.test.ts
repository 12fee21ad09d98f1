import { createHash } from 'node:crypto'
import { type ProofDocument, toHex, withChecksum } from '@tallystick/proof'
import { leafHash, rootFromPath } from '@tallystick/proof/merkle'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import type { Queryable } from '../../src/base/database/db.js'
import { batchState } from '../../src/ledger/batch-state.js'
import { type NetworkInfo, ProofMaker, proofOf } from '../../src/ledger/proofs/proof.js'
import { proofSubject } from '../../src/stamps/room.js'
import { columns, joined, type StampRow } from '../../src/stamps/sql.js'
import { someHash, type TestAccount, useService } from '../service.js'

const service = useService()
const network: NetworkInfo = { chainId: 31337, name: 'a test', isPrivate: true, contract: new Uint8Array(20) }
const options = { withDetails: true }
const fromHex = (text: string) => Buffer.from(text, 'hex')
/** Three runs of 256 leaves, the last one not full. */
const size = 600
let ada: TestAccount
let rows: StampRow[]

beforeAll(async () => {
  ada = await service.account()
  const items = Array.from({ length: size }, (_, at) => ({ hash: someHash(), filename: `${at}` }))
  expect((await service.call('POST', '/multi-stamp', items, ada.auth)).status).toBe(200)
  for (let at = 0; at < 3; at++) await service.call('POST', '/hash', { hash: someHash() }, ada.auth)
  const all = `${columns}${joined} WHERE s.account_id = $1 ORDER BY s.id DESC`
  // Their proofs don't change any more.
  await eventually('the stamps are final', async () => {
    await service.rpc('evm_mine')
    rows = await service.database.db.query<StampRow>(all, [ada.userId])
    return rows.every(({ state }) => state === batchState.final)
  })
})

/** A database that notes what is read of it, and may change the rows. */
function watched(change: (row: Record<string, unknown>) => void = () => undefined) {
  const { db } = service.database
  const read: number[] = []
  const query = async <Row>(text: string, values?: readonly unknown[]) => {
    const found = await db.query<Row>(text, values)
    if (text.includes('leaves')) read.push(found.length)
    for (const row of found) change(row as Record<string, unknown>)
    return found
  }
  const watching: Queryable = { query, execute: (text, values) => db.execute(text, values) }
  return { db: watching, read }
}

/** Makes the proofs of all entries, `atOnce` at a time. */
async function made(db: Queryable, atOnce: number): Promise<ProofDocument[]> {
  const maker = new ProofMaker(db, network)
  const proofs: ProofDocument[] = []
  for (let from = 0; from < rows.length; from += atOnce) {
    proofs.push(...(await maker.proofs(rows.slice(from, from + atOnce).map(proofSubject), options)))
  }
  return proofs
}

describe('the proofs of many entries', () => {
  it('are those of each entry alone, and lead to the root', async () => {
    const proofs = await made(service.database.db, 200)
    expect(proofs).toHaveLength(size + 3)
    for (const at of [0, 2, 3, 255, 256, 514, 602]) {
      expect(proofs[at]).toEqual(
        await proofOf(service.database.db, network, proofSubject(rows[at] as StampRow), options),
      )
    }
    for (const [at, proof] of proofs.entries()) {
      const { code, hash, commitment, leafIndex, treeSize, path, root } = proof
      expect(code).toBe(rows[at]?.code)
      const leaf = leafHash(fromHex(hash), fromHex(commitment))
      expect(toHex(rootFromPath(leaf, leafIndex, treeSize, path.map(fromHex)))).toBe(root)
      expect(withChecksum(proof).checksum).toBe(proof.checksum)
    }
  })

  it('read each run of a batch once while its entries follow each other', async () => {
    const { db, read } = watched()
    await made(db, 50)
    // Three stamps of their own, and three runs.
    expect(read.filter((count) => count > 0).reduce((sum, count) => sum + count, 0)).toBe(6)
  })

  const tampered = (value: unknown) => {
    const bytes = Buffer.from(value as Buffer)
    bytes[40] = (bytes[40] as number) ^ 1
    return bytes
  }

  it.each(['leaves', 'tiles'])('are refused when the %s of the batch were changed', async (column) => {
    const { db } = watched((row) => {
      if (row.size === size && row[column]) row[column] = tampered(row[column])
    })
    await expect(made(db, 200)).rejects.toThrow(/^batch .+: its (leaves|tiles) do not give the root that was anchored$/)
  })

  it('are refused when an entry was changed', async () => {
    const [first] = rows as [StampRow]
    const changed = { ...first, hash: createHash('sha256').update('other').digest() }
    const maker = new ProofMaker(service.database.db, network)
    await expect(maker.proofs([proofSubject(changed)], options)).rejects.toThrow(
      `stamp ${first.code}: its row does not give the root that was anchored`,
    )
  })
})
