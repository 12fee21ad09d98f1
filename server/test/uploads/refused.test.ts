import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { UploadLocks } from '../../src/uploads/locks.js'
import * as sql from '../../src/uploads/sql.js'
import { someFolder } from '../files/upload.js'
import { useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { append, ask, begin, look, metadataOf, path } from './tus.js'

const service = useOwnService({ UPLOAD_LIMIT: '1000' })

describe('an upload is refused before its content is sent', () => {
  it.each<[string, Record<string, string>, number, string, RegExp]>([
    ['a folder that is not there', { folderId: randomUUID() }, 404, 'folder_not_found', /Folder/],
    ['no folder', {}, 400, 'invalid', /^folderId: /],
    ['no name', { folderId: 'x', fileName: '' }, 400, 'invalid', /^fileName: /],
    ['a file that is not there', { fileId: randomUUID() }, 404, 'file_not_found', /File/],
    ["another's account", { folderId: 'x', organizationId: randomUUID() }, 403, 'forbidden', /Forbidden/],
  ])('%s', async (_, fields, status, code, message) => {
    const ada = await service.account()
    const metadata = metadataOf({ fileName: 'x', ...fields })
    const headers = { ...ada.auth, 'upload-length': '5', 'upload-metadata': metadata }
    expectError(await ask(service, 'POST', path, headers), status, code, message)
  })

  it('to a folder of another account, public or not', async () => {
    const [ada, eve] = [await service.account(), await service.account('Eve')]
    const folderId = await someFolder(service, ada)
    const headers = { ...eve.auth, 'upload-length': '5', 'upload-metadata': metadataOf({ folderId, fileName: 'x' }) }
    expectError(await ask(service, 'POST', path, headers), 404, 'folder_not_found', /Folder/)
  })

  it('when too large or without a size, a supported version of tus, or a token', async () => {
    const ada = await service.account()
    const metadata = metadataOf({ folderId: await someFolder(service, ada), fileName: 'x' })
    const headers = { ...ada.auth, 'upload-metadata': metadata }
    const size = { 'upload-length': '1001' }
    expectError(await ask(service, 'POST', path, { ...headers, ...size }), 413, 'file_too_large', /1000 bytes/)
    expectError(await ask(service, 'POST', path, headers), 400, 'invalid', /^Upload-Length: /)
    const odd = { ...headers, 'upload-length': '1e3' }
    expectError(await ask(service, 'POST', path, odd), 400, 'invalid', /^upload-length: /i)
    const old = { ...headers, 'upload-length': '5', 'tus-resumable': '0.2.2' }
    expectError(await ask(service, 'POST', path, old), 400, 'invalid', /^tus-resumable: /i)
    const latin = `${metadata},description ${Buffer.from('Müller', 'latin1').toString('base64')}`
    const other = { ...headers, 'upload-length': '5', 'upload-metadata': latin }
    expectError(await ask(service, 'POST', path, other), 400, 'invalid', 'description: expected UTF-8')
    const none = await fetch(service.url + path, { method: 'POST', headers: ada.auth })
    expect([none.status, none.headers.get('error-code')]).toEqual([412, 'tus_expected'])
    expectError(await ask(service, 'POST', path, {}), 400, 'token_missing', /Token/)
  })

  it('OPTIONS lists what is supported', async () => {
    const answer = await ask(service, 'OPTIONS', path, {})
    expect(answer.status).toBe(204)
    expect(answer.headers.get('tus-max-size')).toBe('1000')
    expect(answer.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('an upload in progress', () => {
  it('is private to its account: others cannot see, continue or delete it', async () => {
    const [ada, eve] = [await service.account(), await service.account('Eve')]
    const address = await begin(service, ada, 5, { folderId: await someFolder(service, ada), fileName: 'x' })
    expect((await look(service, eve, address)).status).toBe(404)
    expectError(await append(service, eve, address, 0, Buffer.from('hello')), 404, 'upload_not_found', /Upload/)
    expectError(await ask(service, 'DELETE', address, eve.auth), 404, 'upload_not_found', /Upload/)
    expect((await look(service, ada, address)).headers.get('upload-offset')).toBe('0')
  })

  it('accepts bytes only in order, with the right type, and within its length', async () => {
    const ada = await service.account()
    const address = await begin(service, ada, 5, { folderId: await someFolder(service, ada), fileName: 'x' })
    expectError(await append(service, ada, address, 2, Buffer.from('llo')), 409, 'upload_offset', /HEAD/)
    expectError(await append(service, ada, address, 0, Buffer.from('hello!')), 400, 'invalid', /^body: longer/)
    const headers = { ...ada.auth, 'upload-offset': '0', 'content-type': 'application/json' }
    const wrong = await ask(service, 'PATCH', address, headers, Buffer.from('{}'))
    expectError(wrong, 415, 'unsupported_type', 'Expected Content-Type: application/offset+octet-stream')
    expect((await look(service, ada, address)).headers.get('upload-offset')).toBe('0')
  })

  it('expires after a day without new bytes', async () => {
    const ada = await service.account()
    const address = await begin(service, ada, 10, { folderId: await someFolder(service, ada), fileName: 'x' })
    const kept = await append(service, ada, address, 0, Buffer.from('hello'))
    const expires = Date.parse(kept.headers.get('upload-expires') ?? '')
    expect(Math.round((expires - wallTime().getTime()) / 3_600_000)).toBe(24)
    const id = address.split('/').at(-1)
    const age = "UPDATE uploads SET updated_at = now() - interval '25 hours' WHERE id = $1"
    await service.database.db.execute(age, [id])
    expect((await look(service, ada, address)).status).toBe(404)
    await service.restart()
    await eventually('the upload and its parts are gone', async () => {
      const rows = await service.database.db.query('SELECT FROM uploads WHERE id = $1', [id])
      const parts = await service.database.db.query('SELECT FROM upload_parts WHERE upload_id = $1', [id])
      return rows.length + parts.length === 0
    })
  })
})

describe('locks of uploads', () => {
  it('hold across processes, and are released by their holder on request', async () => {
    const ada = await service.account()
    const address = await begin(service, ada, 5, { folderId: await someFolder(service, ada), fileName: 'x' })
    const id = address.split('/').at(-1) ?? ''
    const processes = [1, 2].map(() => new UploadLocks(service.database.db, createLogger('silent')))
    const [one, two] = processes.map((locks) => locks.newLock(id))
    const order: string[] = []
    await one?.lock(null, async () => {
      if (order.includes('asked')) return
      order.push('asked')
      await one.unlock()
    })
    await two?.lock(null, () => undefined)
    order.push('taken')
    expect(order).toEqual(['asked', 'taken'])
    await two?.unlock()
    await Promise.all(processes.map((locks) => locks.stop()))
  })

  it('fence off a dead holder once its lease has expired', async () => {
    const ada = await service.account()
    const address = await begin(service, ada, 5, { folderId: await someFolder(service, ada), fileName: 'x' })
    const id = address.split('/').at(-1) ?? ''
    const dead = new UploadLocks(service.database.db, createLogger('silent'))
    await dead.stop()
    const lock = dead.newLock(id)
    await lock.lock(null, () => undefined)
    await service.database.db.execute("UPDATE uploads SET lock_until = now() - interval '1 second' WHERE id = $1", [id])
    expect((await append(service, ada, address, 0, Buffer.from('hel'))).status).toBe(204)
    expect(await service.database.db.execute(sql.advance, [id, lock.token, 3, 2])).toBe(0)
  })
})
