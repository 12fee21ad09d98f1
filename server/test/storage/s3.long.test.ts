import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ListMultipartUploadsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { root } from '../../../test/sources.js'
import { ConfigError } from '../../src/base/settings/config.js'
import type { Config } from '../../src/settings.js'
import type { EarlierBlob } from '../../src/storage/store.js'
import { openStore } from '../../src/storage/stores/open-store.js'
import { S3Store } from '../../src/storage/stores/s3.js'
import { useOwnService } from '../service.js'
import { content, digestOf, listed } from './content.js'
import { startS3, type TestS3 } from './swift.js'
import { TcpProxy } from './tcp-proxy.js'

let s3: TestS3 | null
let proxy: TcpProxy
/** Goes through the proxy. */
let place: TestS3['place']
let store: S3Store
/** Environment of the service at the end of this file. */
const env: Record<string, string> = {}

beforeAll(async () => {
  s3 = await startS3()
  if (!s3) return
  proxy = await new TcpProxy(s3.port).listen()
  place = { ...s3.place, endpoint: `http://127.0.0.1:${proxy.port}` }
  store = new S3Store(place)
  env.STORAGE_URL = `s3://${place.bucket}/service?endpoint=${place.endpoint}&region=${place.region}`
  env.S3_ACCESS_KEY_ID = place.credentials.accessKeyId
  env.S3_SECRET_ACCESS_KEY = place.credentials.secretAccessKey
})
beforeEach((context) => context.skip(!s3, noDebian))
afterEach(() => proxy?.heal())
afterAll(async () => {
  await store?.close()
  await proxy?.close()
  await s3?.stop()
})

const key = () => `test/${randomUUID()}`
const keys = async () => (await listed(store)).map((info) => info.key)

/** Counts multipart uploads that were begun and neither completed nor aborted. */
async function begun(): Promise<number> {
  const { Uploads } = (await s3?.client.send(new ListMultipartUploadsCommand({ Bucket: s3.place.bucket }))) ?? {}
  return Uploads?.length ?? 0
}

describe('a broken connection to S3', () => {
  // Before anything, within a small object, within the first part, within a later one.
  it.each([
    [0, 1000],
    [1500, 100_000],
    [4 << 20, 20 << 20],
    [12 << 20, 20 << 20],
  ])('fails an upload permanently after %i bytes: nothing is visible', async (after, size) => {
    const at = key()
    proxy.toServerLeft = after
    await expect(store.put(at, content(size).source)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(proxy.breaks).toBeGreaterThan(0)
    proxy.heal()
    expect(await store.size(at)).toBeNull()
    expect(await keys()).not.toContain(at)
    // The sweep removes what could not be cleaned up, but leaves running uploads alone.
    const left = await begun()
    expect(await store.sweep()).toBe(0)
    expect(await store.sweep(-60_000)).toBe(left)
    expect(await begun()).toBe(0)
  })

  it.each([100_000, 20 << 20])('does not fail an upload of %i bytes when it recovers', async (size) => {
    const at = key()
    const { source, digest } = content(size)
    proxy.toServerLeft = size / 2
    proxy.onBreak = () => proxy.heal()
    const { breaks } = proxy
    expect(await store.put(at, source)).toEqual({ size })
    expect(proxy.breaks).toBeGreaterThan(breaks)
    expect(await digestOf(await store.get(at))).toEqual({ digest: digest(), size })
    expect(await begun()).toBe(0)
  })

  it('fails an upload whose answer is lost, and the object is deleted', async () => {
    const at = key()
    proxy.toClientLeft = 0
    await expect(store.put(at, content(1000).source)).rejects.toMatchObject({ code: 'unavailable' })
    proxy.heal()
    await eventually('the object is deleted', async () => (await store.size(at)) === null)
  })

  it('ends a download with an error, never as if complete', async () => {
    const at = key()
    await store.put(at, content(4 << 20).source)
    proxy.toClientLeft = 1 << 20
    await expect(store.get(at).then(digestOf)).rejects.toThrow()
    await expect(store.get(at)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.size(at)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.delete([at])).rejects.toMatchObject({ code: 'unavailable' })
    await expect(listed(store)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is a readiness problem while it lasts', async () => {
    proxy.toServerLeft = 0
    expect(await store.readinessProblems()).toEqual([expect.stringContaining(place.bucket)])
    proxy.heal()
    expect(await store.readinessProblems()).toEqual([])
  })
})

describe('earlier versions of an object', () => {
  const versions = (Status: 'Enabled' | 'Suspended') =>
    s3?.client.send(new PutBucketVersioningCommand({ Bucket: s3.place.bucket, VersioningConfiguration: { Status } }))
  const earlier = async (at: string) => {
    const found: EarlierBlob[] = []
    for await (const one of store.earlier(at)) found.push(one)
    return found
  }
  const read = async ({ get }: EarlierBlob, range?: { start: number; end: number }) => digestOf(await get(range))

  it('are none in a bucket that keeps none', async () => {
    const at = key()
    await store.put(at, content(1000).source)
    expect(await earlier(at)).toEqual([])
  })

  it('can be read in a bucket that keeps them: after another one took its place, and after it was deleted', async () => {
    await versions('Enabled')
    try {
      const at = key()
      const [first, second] = [content(100_000), content(90_000)]
      await store.put(at, first.source)
      const firstDigest = first.digest()
      await store.put(`${at}-beside`, content(1000).source)
      await store.replace(at, second.source)
      const secondDigest = second.digest()
      const replaced = await earlier(at)
      expect(await Promise.all(replaced.map((one) => read(one)))).toEqual([{ digest: firstDigest, size: 100_000 }])
      const parts = await Promise.all(replaced.map((one) => read(one, { start: 10, end: 19 })))
      expect(parts.map(({ size }) => size)).toEqual([10])
      await store.delete([at])
      const left = await Promise.all((await earlier(at)).map((one) => read(one)))
      expect(left.map(({ digest }) => digest)).toEqual([secondDigest, firstDigest])
    } finally {
      await versions('Suspended')
    }
  })
})

describe('the start', () => {
  const refused = async (s3: NonNullable<Config['s3']>) => {
    const error = await openStore({ s3, dataDir: '' }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }

  it('probes the bucket, and leaves nothing in it', async () => {
    const opened = await openStore({ s3: { ...place, prefix: 'start/' }, dataDir: '' })
    expect(await listed(opened)).toEqual([])
    await opened.close()
  })

  it('fails without the bucket, and creates none', async () => {
    const absent = { ...place, bucket: 'not-there' }
    expect(await refused(absent)).toMatch(/the bucket does not exist.*STORAGE_URL/s)
    expect(await refused(absent)).toMatch(/the bucket does not exist/)
  })

  it('finds the bucket that the command of deploy/compose.yaml has made', async () => {
    const { services } = parse(readFileSync(`${root}deploy/compose.yaml`, 'utf8'), { merge: true })
    const {
      credentials: { accessKeyId, secretAccessKey },
      endpoint = '',
    } = place
    const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
    const options = { cwd: root, env: { ...keys, ENDPOINT: endpoint, BUCKET: 'made-by-compose' } }
    // The second time it is there.
    for (let times = 0; times < 2; times++) {
      await promisify(execFile)(process.execPath, services.bucket.command, options)
    }
    const opened = await openStore({ s3: { ...place, bucket: 'made-by-compose' }, dataDir: '' })
    await opened.close()
  })

  it('fails with a wrong key, without revealing it', async () => {
    const message = await refused({ ...place, credentials: { ...place.credentials, secretAccessKey: 'open-sesame' } })
    expect(message).toMatch(/keys are wrong.*S3_SECRET_ACCESS_KEY/s)
    expect(message).not.toContain('open-sesame')
  })

  it('fails when the service does not answer', async () => {
    proxy.toServerLeft = 0
    expect(await refused(place)).toContain(place.endpoint)
  })
})

describe('a service with its files in S3', () => {
  const service = useOwnService(env)

  it('is ready while it can reach the bucket', async () => {
    await eventually('it is ready', async () => (await service.call('GET', '/readyz')).status === 200)
    proxy.toServerLeft = 0
    const { status, body } = await service.call('GET', '/readyz')
    expect([status, body.message]).toEqual([503, expect.stringContaining('Files cannot be stored')])
    proxy.heal()
    expect((await service.call('GET', '/readyz')).status).toBe(200)
  })
})
