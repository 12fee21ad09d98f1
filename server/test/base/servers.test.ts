import { describe, expect, it } from 'vitest'
import {
  asksForPrimary,
  databaseUrl,
  NoPrimaryError,
  Servers,
  type Standing,
  serverUrls,
} from '../../src/base/database/servers.js'

describe('the hosts of DATABASE_URL', () => {
  it.each([
    ['postgres://me:s%40@one:1,two:2/name?sslmode=require', ['one:1', 'two:2']],
    ['postgresql://one,[::1]:5,three/name', ['one', '[::1]:5', 'three']],
  ])('%s names several', (url, hosts) => {
    expect(databaseUrl(url)).toBe(url)
    expect(serverUrls(url)).toEqual(hosts.map((host) => url.replace(/one.*?(?=\/name)/, host)))
    expect(asksForPrimary(url)).toBe(true)
  })

  it.each(['postgres://me@localhost/name?host=%2Ftmp%2Fa%2Cb', 'postgres:///name', 'postgres://me:a,b@one/name'])(
    '%s names one',
    (url) => {
      expect(serverUrls(databaseUrl(url))).toEqual([url])
      expect(asksForPrimary(url)).toBe(false)
    },
  )

  it('checks one server if asked to', () => {
    expect(asksForPrimary('postgres://one/name?target_session_attrs=read-write')).toBe(true)
  })

  it.each(['one', 'mysql://one,two/name', 'postgres://one,,two/name', 'postgres://one,two:x/name'])(
    'refuses %s',
    (url) => expect(() => databaseUrl(url)).toThrow('several hosts are separated by commas'),
  )

  it('refuses to look for a standby', () => {
    expect(() => databaseUrl('postgres://one/name?target_session_attrs=standby')).toThrow('read-write')
  })
})

describe('the primary among several servers', () => {
  const standby: Standing = { isWritable: false, timeline: 0 }
  const primary = (timeline: number): Standing => ({ isWritable: true, timeline })
  /** Servers that stand as `standings` says, which a test changes; null is one that refuses connections. */
  const serversOf = (standings: Record<string, Standing | null | 'hangs'>) => {
    let asked = 0
    const servers = new Servers(Object.keys(standings), async (url) => {
      asked++
      const standing = standings[url]
      if (standing === 'hangs') return new Promise(() => undefined)
      if (!standing) throw new Error('connection refused')
      return standing
    })
    return { servers, asked: () => asked }
  }

  it('is the one that can be written to', async () => {
    const { servers, asked } = serversOf({ a: null, b: standby, c: primary(1) })
    expect(await Promise.all([servers.find(), servers.find()])).toEqual(['c', 'c'])
    expect(asked()).toBe(3)
  })

  it('is missing until a standby is promoted', async () => {
    const standings: Record<string, Standing | null> = { a: null, b: standby }
    const { servers } = serversOf(standings)
    const words = 'no database server can be written to: connection refused; the database server is a standby'
    await expect(servers.find()).rejects.toThrow(words)
    standings.b = primary(2)
    expect(await servers.find()).toBe('b')
  })

  it('is the one on the newest timeline, whichever is asked first', async () => {
    expect(await serversOf({ a: primary(1), b: primary(2) }).servers.find()).toBe('b')
    expect(await serversOf({ a: primary(2), b: primary(1) }).servers.find()).toBe('a')
  })

  it('is never a former primary, not even when it alone answers', async () => {
    const standings: Record<string, Standing | null> = { a: null, b: primary(2) }
    const { servers } = serversOf(standings)
    expect(await servers.find()).toBe('b')
    Object.assign(standings, { a: primary(1), b: null })
    await expect(servers.find()).rejects.toThrow(NoPrimaryError)
    expect(() => servers.check(primary(1))).toThrow('promoted since')
    expect(servers.timeline).toBe(2)
  })

  it('is found while another server hangs, once its timeline is known', async () => {
    const standings: Record<string, Standing | null | 'hangs'> = { a: standby, b: primary(1) }
    const { servers } = serversOf(standings)
    await servers.find()
    standings.a = 'hangs'
    expect(await servers.find()).toBe('b')
  })
})
