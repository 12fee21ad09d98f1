import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CheckContext, type Finding, finding } from '../base/finding.js'
import { ConfigError } from '../base/settings/config.js'
import type { StorageConfig } from './settings.js'
import { storageKeys } from './storage-keys.js'
import { DiskSpace } from './stores/disk-space.js'
import { probeBucket } from './stores/open-store.js'

/** The data folder is used unless database, files and chain are elsewhere. */
type StorageContext = CheckContext<StorageConfig & { rpcUrls?: readonly string[] }>

/** Tests whether files can be stored, and the identities that decrypt private ones. */
export async function checkStorage({ config, masterKey }: StorageContext): Promise<Finding[]> {
  const { s3, ageIdentities, databaseUrl, rpcUrls } = config
  const findings: Finding[] = []
  const isUsed = !s3 || databaseUrl === undefined || rpcUrls === undefined
  if (isUsed) findings.push(await finding('data folder', () => dataFolder(config)))
  if (s3) {
    const about = `bucket ${s3.bucket}`
    findings.push(
      await finding(about, async () => {
        await probeBucket(s3, config)
        return 'an object could be written, read and deleted'
      }),
    )
  }
  if (ageIdentities.length > 0) {
    findings.push(
      await finding('identities', async () => {
        storageKeys(masterKey ?? new Uint8Array(32), ageIdentities)
        return `${ageIdentities.length} in AGE_IDENTITIES`
      }),
    )
  }
  return findings
}

/** Writes a file and deletes it: in the folder or, before the first start, in the folder it will be created in. */
async function dataFolder({ dataDir, databaseUrl, diskReserve: reserve }: StorageContext['config']): Promise<string> {
  const folder = await existing(dataDir)
  try {
    const place = await mkdtemp(join(folder, 'check-'))
    try {
      await writeFile(join(place, 'probe'), Buffer.alloc(4096), { flush: true })
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR must be a folder to write in: ${(error as Error).message}. Set DATA_DIR to another one, or let the user that runs the service write there.`,
    ])
  }
  const space = new DiskSpace({ files: folder, database: databaseUrl === undefined ? folder : null, reserve })
  const [warning] = await space.warnings()
  if (warning) throw new ConfigError([`${warning}, or lower DISK_RESERVE.`])
  const free = ((await space.tightest())?.free ?? 0) / 2 ** 30
  return `${dataDir} ${folder === dataDir ? 'can be written' : 'is created by the first start'}, ${free.toFixed(1)} GiB free`
}

/** Returns a folder, or the nearest above it that exists. */
async function existing(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || dirname(folder) === folder ? folder : existing(dirname(folder))
}
