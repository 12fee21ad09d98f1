import { type ProofDocument, readPage, readPdf, verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { eraseExpired } from '../../src/folders/deletions.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { rooms } from '../../src/rooms.js'
import { download, post, sha256, someFolder, upload } from '../files/upload.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { trusted } from '../trusted.js'

const service = useOwnService({ DELETION_CERTIFICATE_DAYS: '7' })
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account('Bea Arthur')
})

const db = () => service.database.db
const call = (method: string, path: string, by = ada) => service.call(method, path, undefined, by.auth)
const content = (text: string) => Buffer.from(`${text} ${Math.random()}`)
const addressOf = ({ headers }: { headers: Headers }) => headers.get('deletion-certificate') ?? ''
const list = async (query = '', by = ada) => dataOf(await call('GET', `/api/deletions${query}`, by))

/** Purges something; returns the address of its certificate. */
async function purge(path: string): Promise<string> {
  const answer = await call('DELETE', `${path}?permanent=true`)
  expect(answer.status, answer.text).toBe(200)
  return addressOf(answer)
}

/** Fetches the proof at an address once the deletion is in a final block. */
async function finalProof(address: string): Promise<ProofDocument> {
  return eventually('the deletion is final', async () => {
    const { status, body } = await call('GET', address)
    return status === 200 && body.state === 'final' && body
  })
}

/** Makes an entry older than it is, as its ID and its batch say. */
async function age(subjectId: string, days: number, batchDays = days): Promise<void> {
  const [entry] = await db().query<{ id: string; batch_id: string }>(
    "SELECT id, batch_id FROM changes WHERE subject_id = $1 AND action = 'purged'",
    [subjectId],
  )
  const ms = Number.parseInt(entry!.id.slice(0, 13).replace('-', ''), 16) - days * 86_400_000
  const hex = ms.toString(16).padStart(12, '0')
  const older = `${hex.slice(0, 8)}-${hex.slice(8)}${entry!.id.slice(13)}`
  await db().execute('UPDATE changes SET id = $2 WHERE id = $1', [entry!.id, older])
  const ageBatch = `UPDATE batches SET created_at = now() - $2 * interval '1 day' WHERE id = $1`
  await db().execute(ageBatch, [entry!.batch_id, batchDays])
}

/** The verifier's script has words of its own. */
const scripts = /<script>[\s\S]*?<\/script>/g
const wordsOf = (page: Buffer | undefined) => (page?.toString() ?? '').replace(scripts, '')
const audited = () => audit(db(), new Chain(service.rpcUrl, limitMs(5_000)), rooms.auditors(db()))

describe('the certificate of a purged file', () => {
  it('is at the address the answer names, verifies, and states the digests of all versions', async () => {
    const [first, second] = [content('first'), content('second')]
    const { fileId, uniqueId } = await upload(
      service,
      ada,
      await someFolder(service, ada, 'private'),
      first,
      'plan.txt',
    )
    await post(service, `/api/files/${fileId}/versions`, [['attachments', second, 'plan.txt']], ada.auth)
    const before = new Date().toISOString()
    const answer = await call('DELETE', `/api/files/${fileId}?permanent=true`)
    expect(answer.body).toStrictEqual({ status: 200, message: 'File deleted permanently' })
    expect(addressOf(answer)).toBe(`/api/deletions/${fileId}/proof`)

    const proof = await finalProof(addressOf(answer))
    expect(verifyProof(proof).failure).toBeUndefined()
    expect(proof).toMatchObject({ kind: 'change', code: fileId })
    expect(proof.details).toEqual({
      subject: 'file',
      id: fileId,
      action: 'purged',
      userId: ada.userId,
      at: expect.any(String),
      requestedAt: expect.any(String),
      versions: 2,
      contents: [sha256(second), sha256(first)],
    })
    expect(String(proof.details?.requestedAt) >= before).toBe(true)
    expect(String(proof.details?.at) >= String(proof.details?.requestedAt)).toBe(true)
    for (const name of ['plan', uniqueId]) expect(JSON.stringify(proof)).not.toContain(name)
  })

  it('is also available as a page, a PDF and an .ots file', async () => {
    const bytes = content('in words')
    const { fileId } = await upload(service, ada, await someFolder(service, ada), bytes)
    const address = await purge(`/api/files/${fileId}`)
    await finalProof(address)
    const [page, german, pdf, ots] = await Promise.all(
      ['html&lang=EN', 'html&lang=DE', 'pdf', 'ots'].map((format) =>
        download(service, `${address}?format=${format}`, ada.auth),
      ),
    )
    expect(wordsOf(page?.bytes)).toContain('Certificate of deletion')
    expect(wordsOf(page?.bytes)).toMatch(/The deletion of a file is recorded in a block dated \d+\s\w+\s\d{4}/)
    expect(wordsOf(page?.bytes)).toContain(sha256(bytes))
    expect(wordsOf(page?.bytes)).not.toContain('existed')
    expect(wordsOf(german?.bytes)).toMatch(/Die Löschung einer Datei ist in einem Block vom \d+\.\s\w+\s\d{4}/)
    const bound = { binding: { status: 'same' } }
    expect(readPage(page?.bytes.toString() ?? '')).toMatchObject(bound)
    expect(await readPdf(pdf?.bytes ?? new Uint8Array())).toMatchObject(bound)
    expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(ots?.headers.get('content-type')).toBe('application/vnd.opentimestamps.v1')
  })

  it('is not named by an answer that only moves to the bin', async () => {
    const { fileId } = await upload(service, ada, await someFolder(service, ada), content('kept'))
    const answer = await call('DELETE', `/api/files/${fileId}`)
    expect(answer.headers.has('deletion-certificate')).toBe(false)
    expectError(await call('GET', `/api/deletions/${fileId}/proof`), 404, 'deletion_not_found', /./)
  })

  it('is its owner’s alone', async () => {
    const { fileId } = await upload(service, ada, await someFolder(service, ada, 'public'), content('mine'))
    const address = await purge(`/api/files/${fileId}`)
    const answers = await Promise.all([
      call('GET', address, bea),
      call('GET', `/api/deletions/${bea.userId}/proof`, bea),
    ])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expectError(answers[0]!, 404, 'deletion_not_found', /./)
    expect(await list('', bea)).toEqual({ count: 0, data: [] })
    expectError(await call('GET', '/api/deletions/nothing/proof'), 404, 'deletion_not_found', /./)
    expectError(await service.call('GET', address), 400, 'token_missing', /./)
  })
})

describe('the certificate of a purged folder', () => {
  it('counts what was purged with it; each file has its own, listed within the folder', async () => {
    const top = await someFolder(service, ada)
    const inner = await someFolder(service, ada, 'private', top)
    const deepest = await someFolder(service, ada, 'private', inner)
    const contents = [content('a'), content('b'), content('c')]
    const files = [top, inner, deepest].map((folder, at) => upload(service, ada, folder, contents[at]!))
    const fileIds = (await Promise.all(files)).map(({ fileId }) => fileId)
    const answer = await call('DELETE', `/api/folders/${top}?permanent=true`)
    expect(answer.body).toStrictEqual({ status: 200, message: 'Folder deleted permanently' })
    const proof = await finalProof(addressOf(answer))
    expect(verifyProof(proof).failure).toBeUndefined()
    expect(proof.details).toEqual({
      subject: 'folder',
      id: top,
      action: 'purged',
      userId: ada.userId,
      at: expect.any(String),
      requestedAt: expect.any(String),
      files: 3,
      folders: 2,
    })
    const page = (await download(service, `${addressOf(answer)}?format=html&lang=EN`, ada.auth)).bytes
      .toString()
      .replace(scripts, '')
    expect(page).toContain('The deletion of a folder is recorded')

    const [newest] = (await list()).data
    expect(newest).toEqual({
      _id: top,
      type: 'folder',
      requestedAt: proof.details?.requestedAt,
      deletedAt: proof.details?.at,
      attachmentHash: null,
      versions: null,
      files: 3,
      folders: 2,
      state: 'final',
      expiresAt: new Date(Date.parse(String(proof.details?.at)) + 7 * 86_400_000).toISOString(),
      proofUrl: addressOf(answer),
    })
    const along = await list(`?within=${top}`)
    expect(along.count).toBe(5)
    const ids = along.data.map(({ _id }: { _id: string }) => _id).sort()
    expect(ids).toEqual([inner, deepest, ...fileIds].sort())
    for (const [at, fileId] of fileIds.entries()) {
      const own = await finalProof(`/api/deletions/${fileId}/proof`)
      expect(own.details).toMatchObject({ within: top, contents: [sha256(contents[at]!)], versions: 1 })
      expect(own.details?.requestedAt).toBe(proof.details?.requestedAt)
    }
  })

  it('409 while the folder is being erased', async () => {
    const folder = await someFolder(service, ada)
    // As the request leaves it, before the loop.
    const mark = 'UPDATE folders SET purging = true, deleted_at = now(), bin_id = id WHERE id = $1'
    await db().execute(mark, [folder])
    const answer = await call('GET', `/api/deletions/${folder}/proof`)
    expectError(answer, 409, 'deletion_running', 'The deletion is still running. Try again in a moment.')
    expect(answer.headers.get('retry-after')).toBe('1')
    expectError(await call('GET', `/api/deletions/${folder}/proof`, bea), 404, 'deletion_not_found', /./)
    // Wakes the loop. What was marked without a request's time has that of its deletion.
    await purge(`/api/folders/${await someFolder(service, ada)}`)
    expect((await finalProof(`/api/deletions/${folder}/proof`)).details).toMatchObject({ files: 0, folders: 0 })
  })

  it('of an emptied bin is in the list that the answer names', async () => {
    const carol = await service.account('Carol')
    const folder = await someFolder(service, carol)
    const bytes = content('in the bin')
    const { fileId } = await upload(service, carol, folder, bytes)
    await upload(service, carol, folder, content('along'))
    await call('DELETE', `/api/files/${fileId}`, carol)
    const other = await upload(service, carol, await someFolder(service, carol), content('alone'))
    await call('DELETE', `/api/files/${other.fileId}`, carol)
    await call('DELETE', `/api/folders/${folder}`, carol)
    const answer = await call('DELETE', '/api/bin', carol)
    expect(answer.body).toEqual({ status: 200, message: 'Bin emptied successfully' })
    expect(addressOf(answer)).toBe('/api/deletions')
    const { data } = await eventually('the folder is erased', async () => {
      const seen = await list('', carol)
      // Until the folder is erased, its file may stand alone.
      return seen.count === 2 && seen.data.some(({ type }: { type: string }) => type === 'folder') && seen
    })
    expect(data.find(({ type }: { type: string }) => type === 'folder')).toMatchObject({ _id: folder, files: 2 })
    expect(data.find(({ type }: { type: string }) => type === 'file')).toMatchObject({ _id: other.fileId })
  })
})

describe('an expired certificate', () => {
  it('is erased with everything it says, and the audit still passes', async () => {
    const bytes = content('to expire')
    const folder = await someFolder(service, ada)
    const [old, young] = [await upload(service, ada, folder, bytes), await upload(service, ada, folder, bytes)]
    const [address, stays] = [await purge(`/api/files/${old.fileId}`), await purge(`/api/files/${young.fileId}`)]
    const proof = await finalProof(address)
    await age(old.fileId, 8)
    await service.restart()
    await eventually('the certificate has expired', async () => (await call('GET', address)).status === 404)
    const rows = await db().query('SELECT digest, salt, details FROM changes WHERE subject_id = $1', [old.fileId])
    expect(rows).toEqual(Array(rows.length).fill({ digest: null, salt: null, details: null }))
    expect((await audited()).entries).toBeGreaterThan(0)
    await age(young.fileId, 6)
    await eraseExpired(db(), trusted(), 7)
    expect((await call('GET', stays)).status).toBe(200)
    // As if it came from a process whose clock was behind.
    await age(young.fileId, 8, 6)
    await eraseExpired(db(), trusted(), 7)
    expect((await call('GET', stays)).status).toBe(200)
    // A proof that its owner kept stays valid.
    expect(verifyProof(proof).failure).toBeUndefined()
  })
})
