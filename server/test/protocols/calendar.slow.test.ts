import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyOts } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../../../test/blocks.js'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { useOwnService } from '../service.js'

const python = await debianPrograms(['python3-opentimestamps'])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-calendar-'))
afterAll(() => rmSync(folder, { recursive: true }))

const service = useOwnService({
  OTS_CALENDAR: 'open',
  ANONYMOUS_ACCOUNT: 'calendar@example.com',
  NETWORK_NAME: 'Bench',
})
beforeAll(async () => {
  const owner = { email: 'calendar@example.com', name: 'Calendar' }
  await createAccount(service.database.db, accountKeys(service.masterKey), 'live', owner)
})

describe.skipIf(!python)(`the reference client (${noDebian} otherwise)`, () => {
  it('submits, waits while the commitment is pending, and upgrades, as the documentation shows', async () => {
    const example = blocksOf('docs/integrators.md', 'python').find((block) => block.includes('opentimestamps')) ?? ''
    const path = join(folder, 'agreement.txt')
    const content = `agreed ${Math.random()}`
    writeFileSync(path, content)
    await service.rpc('evm_setAutomine', false)
    const { env, path: program } = python!
    const client = spawn(program('python3'), ['-c', example, path], { env: { ...env, BASE: service.url } })
    try {
      const failed = once(client.stderr, 'data').then(([text]) => Promise.reject(new Error(String(text))))
      const [said] = await Promise.race([once(client.stdout, 'data'), failed])
      expect(String(said)).toBe('Pending confirmation in Bench\n')
      await service.rpc('evm_setAutomine', true)
      await service.rpc('evm_mine')
      await Promise.race([once(client, 'exit'), failed])
    } finally {
      client.kill()
      await service.rpc('evm_setAutomine', true)
    }
    const digest = createHash('sha256').update(content).digest()
    const { failure, anchors } = verifyOts(readFileSync(`${path}.ots`), digest)
    expect(failure).toBeUndefined()
    expect(anchors).toMatchObject([{ chain: 'eip155:31337', blockNumber: expect.any(Number) }])
  })
})
