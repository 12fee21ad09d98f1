import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { embeddedAddresses } from '../../src/base/admin.js'
import { loadConfig } from '../../src/base/config.js'
import { createLogger } from '../../src/base/log.js'
import { audit } from '../../src/ledger/audit.js'
import { Chain } from '../../src/ledger/chain.js'
import { rooms } from '../../src/rooms.js'
import { type Service, startService } from '../../src/service.js'
import { useDatabase } from '../postgres.js'
import { call, eventually } from '../service.js'
import { notesRoom, notesTable } from './notes.js'

const database = useDatabase()
const masterKey = randomBytes(32)
const withNotes = rooms.add(notesRoom)
const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-notes-'))
const text = 'the tally is split in two'
let service: Service
let ada: { userId: string; authorization: string }
let audited: (list: Pick<typeof rooms, 'auditors'>) => Promise<string>

beforeAll(async () => {
  const settings = { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('hex'), FINALITY: '1', PORT: '0' }
  const config = loadConfig({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  await database.db.execute(notesTable)
  service = await startService(config, createLogger('silent'), () => undefined, withNotes)
  const { rpcUrl = '' } = await embeddedAddresses(dataDir)
  audited = (list) =>
    audit(database.db, new Chain(rpcUrl, 5000), list.auditors(database.db)).then(
      ({ entries }) => `${entries} entries`,
      (error) => String(error),
    )
  const person = { email: 'ada@example.com', name: 'Ada' }
  const { userId, clientId, secretKey } = await createAccount(database.db, accountKeys(masterKey), 'local', person)
  const headers = { 'client-id': clientId, 'secret-key': secretKey }
  const { body } = await call(service.url, 'POST', '/authenticate', undefined, headers)
  ada = { userId, authorization: `Bearer ${body.data.token}` }
})
afterAll(async () => {
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const add = (headers: Record<string, string>) => call(service.url, 'POST', '/notes', { text }, headers)

describe('a room added to the list', () => {
  it('takes requests, only with a token, and records entries', async () => {
    const { body } = await add({ authorization: ada.authorization })
    expect(body).toMatchObject({ status: 200, data: { txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    expect((await add({})).headers.get('error-code')).toBe('token_missing')
    await eventually(async () => {
      const [open] = await database.db.query('SELECT 1 FROM batches WHERE state <> 2')
      return open === undefined ? true : undefined
    })
  })

  it('is audited', async () => {
    expect(await audited(withNotes)).toBe('1 entries')
    expect(await audited(rooms)).toMatch(/1 of its 1 entries are missing/)
    await database.db.execute("UPDATE notes SET text = 'changed'")
    expect(await audited(withNotes)).toMatch(/the entry of leaf 0 was changed/)
    await database.db.execute('UPDATE notes SET text = $1', [text])
  })

  it('is exported with proofs that verify', async () => {
    const headers = { authorization: ada.authorization }
    const answer = await fetch(`${service.url}/account/export`, { method: 'POST', headers })
    writeFileSync(join(dataDir, 'export.zip'), Buffer.from(await answer.arrayBuffer()))
    const archive = join(dataDir, 'archive')
    execFileSync('python3', ['-m', 'zipfile', '-e', join(dataDir, 'export.zip'), archive])
    expect(readFileSync(join(archive, 'README.txt'), 'utf8')).toMatch(/^notes\.jsonl {6}your notes/m)
    const note = JSON.parse(readFileSync(join(archive, 'notes.jsonl'), 'utf8'))
    expect(note.text).toBe(text)
    const digest = createHash('sha256').update(text).digest()
    expect(verifyProof(note.proof, { digest }).outcome).toBe('verified')
  })

  it('is erased with the account', async () => {
    const { db } = database
    await db.execute(
      "UPDATE accounts SET deletion_at = now(), erasing = true, updated_at = now() - interval '11 minutes' WHERE id = $1",
      [ada.userId],
    )
    await eventually(async () => {
      const [account] = await db.query('SELECT 1 FROM accounts WHERE id = $1', [ada.userId])
      return account === undefined ? true : undefined
    })
    expect(await db.query('SELECT account_id, text, salt, leaf_index FROM notes')).toEqual([
      { account_id: null, text: null, salt: null, leaf_index: 0 },
    ])
    expect(await audited(withNotes)).toBe('1 entries')
  })
})
