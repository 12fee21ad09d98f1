import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { check } from '../../src/roof/check.js'
import { runProgram } from '../command-line.js'
import { type Acknowledged, ask, expectAllKept, Load } from '../faults/load.js'
import { embeddedPlaces, firstToken, newFolder, Service } from '../faults/stack.js'
import { flipBit } from '../files/objects.js'
import { download, sha256, someFolder, upload } from '../files/upload.js'
import { picture } from '../media/files.js'
import { call, type Reachable, someHash, type TestAccount } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

// A backup of a service with everything inside its data folder, taken under load and restored into an empty one.

describe('a backup', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let service: Service
  let reachable: Reachable
  let ada: TestAccount
  const at = (name: string) => join(folder.path, name)

  beforeAll(async () => {
    folder = await newFolder()
    service = await Service.prepare({ DATA_DIR: at('data') })
    await service.start()
    service.token = await firstToken(at('data'))
    reachable = reachableAt(service)
    const auth = { authorization: `Bearer ${service.token}` }
    const { _id: userId } = dataOf(await reachable.call('GET', '/account', undefined, auth))
    ada = { userId, clientId: '', secretKey: '', token: service.token, auth }
  })

  afterAll(async () => {
    await service?.stop()
    await folder?.remove()
  })

  const reachableAt = ({ url }: Service): Reachable => ({ url, call: (...args) => call(url, ...args) })

  /** Runs a command that must succeed, and returns what it prints. */
  async function admin(dataDir: string, ...args: string[]) {
    const { code, out, err } = await runProgram('admin', [...args, '--json'], { DATA_DIR: at(dataDir) })
    expect([code, err]).toEqual([0, ''])
    return JSON.parse(out)
  }

  /** Returns the proof of a stamp or file once it is final. */
  const finalProof = (code: string) =>
    eventually('a final proof', async () => {
      const proof = await ask<unknown>(service, `/hash/${code}/proof`)
      const found = proof?.json as { anchors: { state: string }[] } | undefined
      return found?.anchors[0]?.state === 'final' && proof?.json
    })

  it('taken under load and restored is the same service: proofs, block times, files, logins', async () => {
    const contents = { open: randomBytes(100_000), secret: await picture(400, 200).png().toBuffer() }
    const inside = await someFolder(reachable, ada, 'private')
    const outside = await someFolder(reachable, ada)
    const secret = await upload(reachable, ada, inside, contents.secret, 'picture.png')
    const open = await upload(reachable, ada, outside, contents.open, 'report.bin')
    const purged = await upload(reachable, ada, outside, randomBytes(1000), 'gone.bin')
    await reachable.call('DELETE', `/api/files/${purged.fileId}?permanent=true`, undefined, ada.auth)
    const stamped = dataOf(await reachable.call('POST', '/hash', { hash: someHash(), filename: 'deed' }, ada.auth))
    const items = Array.from({ length: 300 }, (_, at) => ({ hash: someHash(), filename: `file ${at}` }))
    const many = dataOf(await reachable.call('POST', '/multi-stamp', items, ada.auth))
    const { code } = dataOf(await reachable.call('GET', `/hash?id=${many[7].hash}`, undefined, ada.auth))
    const codes = [secret.uniqueId, open.uniqueId, stamped.code, code]
    const proofs = new Map<string, unknown>()
    for (const one of codes) proofs.set(one, await finalProof(one))

    // The content of the purged file is swept after the answer, the thumbnail drawn after it.
    const objects = join(at('data'), 'files', 'objects')
    await eventually('two contents and a thumbnail are kept', () => {
      return (
        readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length === 3
      )
    })
    const { pathname, search } = new URL(secret.thumbUrl)
    const thumbnail = async () => (await download(reachable, pathname + search)).headers.get('etag')
    await eventually('the thumbnail is shown', async () => (await thumbnail())?.startsWith('"thumbnail-'))

    const load = new Load(service, { ahead: Number.POSITIVE_INFINITY })
    await load.more(10)
    const before: Acknowledged[] = [...load.acknowledged]
    // A killed backup left this.
    mkdirSync(at('backup.unfinished/database'), { recursive: true })
    writeFileSync(at('backup.unfinished/database/left.gz'), 'half')
    const made = await admin('data', 'backup', at('backup'))
    await load.more(1).finally(() => load.stop())
    expect(load.acknowledged.length).toBeGreaterThan(before.length)
    // Two contents and a thumbnail.
    expect(made).toMatchObject({ objects: 3, missing: [], changed: [] })
    const paths = readdirSync(at('backup'), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(at('backup'), path),
    )
    expect(paths.filter((path) => /\/(left.gz|service.lock)$/.test(path))).toEqual([])
    for (const path of [at('backup'), ...paths]) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    await service.stop()

    expect(await admin('restored', 'restore', at('backup'))).toMatchObject({ rows: made.rows, objects: 3 })
    const token = service.token
    service = await Service.prepare({ DATA_DIR: at('restored') })
    await service.start()
    service.token = token
    reachable = reachableAt(service)
    for (const one of codes) expect(await finalProof(one)).toEqual(proofs.get(one))
    for (const [{ fileId }, content] of [
      [secret, contents.secret],
      [open, contents.open],
    ] as const) {
      const { bytes } = await download(reachable, `/api/files/${fileId}/content`, ada.auth)
      expect(sha256(bytes)).toBe(sha256(content))
    }
    expect(await thumbnail()).toMatch(/^"thumbnail-/)
    // Nothing that was acknowledged before the backup is lost, and stamping goes on.
    const later = dataOf(await reachable.call('POST', '/hash', { hash: someHash(), filename: 'later' }, ada.auth))
    await expectAllKept(service, await embeddedPlaces(at('restored')), [...before, later])
    expect(await admin('restored', 'audit')).toMatchObject({ ok: true, submitted: 0 })
    const checked: string[] = []
    const isGood = await check((line) => checked.push(line), { DATA_DIR: at('restored'), DISK_RESERVE: '0' })
    expect(checked.join('\n')).toMatch(
      /^✓ database: embedded and running, PostgreSQL .*\n(?:✓ .*\n)*✓ chain: embedded and running: /m,
    )
    expect(isGood).toBe(true)
  })

  it('says which contents of the store are not what was recorded, so that it does not replace a better one', async () => {
    const objects = join(at('restored'), 'files', 'objects')
    const paths = readdirSync(objects, { recursive: true, encoding: 'utf8' }).map((path) => join(objects, path))
    const plain = paths.filter((path) => statSync(path).size === 100_000)
    expect(plain).toHaveLength(1)
    const [path = ''] = plain
    flipBit(path)
    const { code, out } = await runProgram('admin', ['backup', at('second')], { DATA_DIR: at('restored') })
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(`CHANGED in the store, and so in the backup: ${basename(path).replaceAll('+', '/')}`),
    ])
  })
})
