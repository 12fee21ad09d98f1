import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProofDocument, verifyOts, verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { calendarAt } from '../../src/witnesses/calendar.js'
import { useOwnService } from '../service.js'
import { dataOf, stamp } from '../stamps/shapes.js'
import { BitcoinCalendar } from './bitcoin-calendar.js'

const python = await debianPrograms(['python3-opentimestamps'])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-bitcoin-'))
const calendar = new BitcoinCalendar()
afterAll(() => {
  calendar.stop()
  rmSync(folder, { recursive: true })
})
const settings: Record<string, string> = { WITNESS_INTERVAL: '1' }
beforeAll(async () => {
  await calendar.start()
  settings.WITNESS_OTS_CALENDARS = calendar.url
})
const service = useOwnService(settings)

/** Verifies an .ots file against the header of a Bitcoin block, as `ots verify` does with a node; prints the block's time. */
const script = `
import sys
from bitcoin.core import CBlockHeader
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
from opentimestamps.core.serialize import StreamDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile
with open(sys.argv[1], 'rb') as f:
    detached = DetachedTimestampFile.deserialize(StreamDeserializationContext(f))
assert detached.file_digest.hex() == sys.argv[2]
header = CBlockHeader.deserialize(bytes.fromhex(sys.argv[3]))
for message, attestation in detached.timestamp.all_attestations():
    if isinstance(attestation, BitcoinBlockHeaderAttestation):
        print(attestation.height, attestation.verify_against_blockheader(message, header))`

describe.skipIf(!python)(`an OpenTimestamps calendar (${noDebian} otherwise)`, () => {
  it('is asked until Bitcoin attests, also when it is away, and then the reference library verifies the .ots file', async () => {
    const ada = await service.account()
    const content = `attested ${Math.random()}`
    const hash = createHash('sha256').update(content).digest('hex')
    const { code } = await stamp(service, ada, { hash })
    const makeDue = () => service.database.db.execute('UPDATE witness_statements SET due_at = now()')
    const state = async () => dataOf(await service.call('GET', '/network/witnesses', undefined, ada.auth)).witnesses[0]
    const fetched = async () =>
      (await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)).body as ProofDocument
    await eventually('the calendar has promised', async () => {
      const [row] = await service.database.db.query<{ n: number }>(
        'SELECT count(pending)::int AS n FROM witness_statements',
      )
      return row?.n === 1
    })
    calendar.isAway = true
    await makeDue()
    await eventually('the calendar is missed', async () => (await state()).failure)
    calendar.isAway = false
    await makeDue()
    await eventually('the calendar answers again', async () => (await state()).failure === null)
    expect((await fetched()).witnesses).toBeUndefined()
    calendar.mine()
    await makeDue()
    const proof = await eventually('the proof has a witness', async () => {
      const grown = await fetched()
      return grown.witnesses && grown
    })
    expect(calendar.digests).toHaveLength(1)
    expect(proof.witnesses).toMatchObject([{ kind: 'opentimestamps', calendar: new URL(calendar.url).host }])
    const verdict = verifyProof(proof)
    expect(verdict.outcome).toBe('consistent')
    expect(verdict.caveats.map(({ code }) => code)).toContain('witness-not-checked')

    const response = await fetch(`${service.url}/hash/${code}/proof?format=ots`, { headers: ada.auth })
    const ots = Buffer.from(await response.arrayBuffer())
    expect(verifyOts(ots, { digest: Buffer.from(hash, 'hex') })).toMatchObject({ outcome: 'consistent', anchors: [{}] })
    const path = join(folder, 'proof.ots')
    writeFileSync(path, ots)
    const args = ['-c', script, path, hash, calendar.header!.toString('hex')]
    const said = execFileSync(python!.path('python3'), args, { env: python!.env, encoding: 'utf8' })
    expect(said).toBe('120 1790000000\n')
  })

  it('whose answer is not a promise is refused', async () => {
    const other = new BitcoinCalendar()
    await other.start()
    try {
      const { signal } = new AbortController()
      await expect(calendarAt(`${other.url}/elsewhere`).ask(Buffer.alloc(32), null, signal)).rejects.toThrow('404')
      const pending = Buffer.from('0588960d73d7190100', 'hex')
      await expect(calendarAt(other.url).ask(Buffer.alloc(32), pending, signal)).rejects.toThrow()
    } finally {
      other.stop()
    }
  })
})
