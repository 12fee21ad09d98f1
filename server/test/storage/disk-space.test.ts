import { beforeEach, describe, expect, it } from 'vitest'
import { DiskSpace, type SpaceHold } from '../../src/storage/stores/disk-space.js'

const mib = 1 << 20
const gib = 1 << 30

/** A file system of 100 GiB, and the time. */
const disk = { free: 0, looks: 0, nowMs: 0 }
const look = async () => {
  disk.looks++
  return { bsize: 4096, blocks: (100 * gib) / 4096, bavail: disk.free / 4096 }
}
const spaceOf = (reserve: { bytes: number } | { percent: number }, database: string | null = null) =>
  new DiskSpace({ files: '/files', database, reserve, look, nowMs: () => disk.nowMs })
const low = { code: 'disk_low', status: 507 }
beforeEach(() => {
  disk.free = 20 * gib
  disk.looks = 0
})

/** Writes as an upload does: what is taken goes to the disk. */
async function write(hold: SpaceHold, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= mib) {
    await hold.take(Math.min(mib, left))
    disk.free -= Math.min(mib, left)
  }
}

describe('the reserve on the disk', () => {
  it('admits only those of ten concurrent 5 GiB uploads that leave it free', async () => {
    const space = spaceOf({ bytes: 2 * gib })
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => space.hold(5 * gib)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(low)
    expect(space.heldBytes).toBe(15 * gib)
  })

  it('gives back what an upload did not need, also when it ends early or twice', async () => {
    const space = spaceOf({ bytes: 2 * gib })
    const hold = await space.hold(18 * gib)
    await write(hold, 100 * mib)
    await expect(space.hold(1)).rejects.toMatchObject(low)
    hold.end(true)
    hold.end(true)
    expect(space.heldBytes).toBe(0)
    const [least] = await Promise.all([space.hold(17 * gib)])
    least.end(false)
    expect(space.heldBytes).toBe(0)
  })

  it('does not count bytes twice that are on the disk already', async () => {
    const space = spaceOf({ bytes: 0 })
    const hold = await space.hold(15 * gib)
    // 5 GiB are left for others, at any time.
    for (let part = 0; part < 5; part++) {
      await write(hold, 1 * gib)
      await lookAgain(space)
      await space.check(5 * gib - 16 * mib)
      await expect(space.check(5 * gib + 16 * mib)).rejects.toMatchObject(low)
    }
  })

  it('stops an upload of unknown length before it uses the reserve', async () => {
    disk.free = 3 * gib
    const space = spaceOf({ bytes: 2 * gib })
    const hold = await space.hold(0)
    await expect(write(hold, 2 * gib)).rejects.toMatchObject(low)
    expect(disk.free).toBeGreaterThanOrEqual(2 * gib)
    hold.end(false)
    expect(space.heldBytes).toBe(0)
  })

  it('stops an upload whose space another program takes, and admits uploads again once there is space', async () => {
    const space = spaceOf({ bytes: 2 * gib })
    const hold = await space.hold(4 * gib)
    await write(hold, 64 * mib)
    disk.free = 1 * gib
    await lookAgain(space)
    await expect(write(hold, 64 * mib)).rejects.toMatchObject(low)
    hold.end(false)
    const [warning] = await space.warnings()
    expect(warning).toMatch(
      /^Degraded: uploads are refused, because \d+ bytes are free on the disk of \/files and 2147483648 are kept free/,
    )
    disk.free = 10 * gib
    await lookAgain(space)
    expect(await space.warnings()).toEqual([])
    await space.check(4 * gib)
  })

  it('can be a share of the file system', async () => {
    const space = spaceOf({ percent: 5 })
    expect(await space.tightest()).toEqual({ folder: '/files', free: 20 * gib, reserve: 5 * gib })
    await space.check(15 * gib)
    await expect(space.check(15 * gib + 1)).rejects.toMatchObject(low)
  })

  it('covers the embedded database when the files are elsewhere', async () => {
    const space = new DiskSpace({
      files: null,
      database: '/postgres',
      look,
      reserve: { bytes: 2 * gib },
      nowMs: () => disk.nowMs,
    })
    // Files in S3 take no space here.
    await space.check(500 * gib)
    disk.free = 2 * gib
    await lookAgain(space)
    await expect(space.check(1)).rejects.toMatchObject(low)
    expect(await new DiskSpace({ files: null, database: null, reserve: { bytes: 1 }, look }).tightest()).toBeNull()
  })

  it('queries the disk rarely', async () => {
    const space = spaceOf({ bytes: 0 })
    const holdMany = () => Promise.all(Array.from({ length: 1000 }, async () => (await space.hold(1)).end(false)))
    await holdMany()
    disk.nowMs += 99
    await holdMany()
    expect(disk.looks).toBe(1)
    disk.nowMs += 1
    await holdMany()
    expect(disk.looks).toBe(2)
  })
})

/** Has the space look at the disk again. */
async function lookAgain(space: DiskSpace): Promise<void> {
  disk.nowMs += 100
  await space.tightest()
}
