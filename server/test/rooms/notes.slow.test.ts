import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { rooms } from '../../src/rooms.js'
import { type TestAccount, testRooms, useOwnService } from '../service.js'
import { notes, notesTable } from './notes.js'

const withNotes = testRooms().add(notes)
const service = useOwnService({}, withNotes)
const text = 'the tally is split in two'
let ada: TestAccount
beforeAll(async () => {
  await service.database.db.execute(notesTable)
  ada = await service.account()
})

/** Returns the number of entries an audit with these rooms finds, or its complaint. */
async function audited(list: Pick<typeof rooms, 'auditors'>): Promise<number | string> {
  const { db } = service.database
  const report = audit(db, new Chain(service.rpcUrl, limitMs(5_000)), list.auditors(db))
  return report.then(
    ({ entries }) => entries,
    (error: Error) => error.message,
  )
}

describe('a room added to the list', () => {
  it('takes requests, only with a token, and records entries', async () => {
    const { body } = await service.call('POST', '/notes', { text }, ada.auth)
    expect(body).toMatchObject({ status: 200, data: { txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    const refused = await service.call('POST', '/notes', { text })
    expect(refused.headers.get('error-code')).toBe('token_missing')
    expect((await service.call('GET', '/openapi.json')).body.paths).toHaveProperty('/notes')
    await eventually('the note is final', async () => {
      await service.rpc('evm_mine')
      const [open] = await service.database.db.query('SELECT 1 FROM batches WHERE state <> 2')
      return open === undefined
    })
  })

  it('is audited', async () => {
    const { db } = service.database
    expect(await audited(withNotes)).toBe(1)
    expect(await audited(rooms)).toMatch(/1 of its 1 entries are missing/)
    await db.execute("UPDATE notes SET text = 'changed'")
    expect(await audited(withNotes)).toMatch(/the entry of leaf 0 was changed/)
    await db.execute('UPDATE notes SET text = $1', [text])
  })

  it('is exported with proofs that verify', async () => {
    const answer = await fetch(`${service.url}/account/export`, { method: 'POST', headers: ada.auth })
    const [file, folder] = [join(service.dataDir, 'export.zip'), join(service.dataDir, 'export')]
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    execFileSync('python3', ['-m', 'zipfile', '-e', file, folder])
    expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toMatch(/^notes\.jsonl {6}your notes/m)
    const note = JSON.parse(readFileSync(join(folder, 'notes.jsonl'), 'utf8'))
    expect(note.text).toBe(text)
    const digest = createHash('sha256').update(text).digest()
    expect(verifyProof(note.proof, { digest }).outcome).toBe('consistent')
  })

  it('is erased with the account', async () => {
    const { db } = service.database
    const condemn =
      "UPDATE accounts SET deletion_at = now(), erasing = true, updated_at = now() - interval '11 minutes' WHERE id = $1"
    await db.execute(condemn, [ada.userId])
    await eventually('the account is erased', async () => {
      const [account] = await db.query('SELECT 1 FROM accounts WHERE id = $1', [ada.userId])
      return account === undefined
    })
    expect(await db.query('SELECT account_id, text, salt, leaf_index FROM notes')).toEqual([
      { account_id: null, text: null, salt: null, leaf_index: 0 },
    ])
    expect(await audited(withNotes)).toBe(1)
  })
})
