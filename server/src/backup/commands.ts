import type { Command } from 'commander'
import { AdminError, type Output, print, withAdmin } from '../base/admin.js'
import type { LoadConfig } from '../base/settings/config.js'
import { createLogger } from '../base/telemetry/log.js'
import { backUp } from './backup.js'
import type { Manifest, SavedObjects } from './manifest.js'
import { restore } from './restore.js'
import type { BackupConfig } from './settings.js'

/** Adds `backup` and `restore`. */
export function backupCommands(program: Command, load: LoadConfig<BackupConfig>): void {
  program
    .command('backup')
    .description('copy database, files and secrets into a new folder, also while the service runs')
    .argument('<folder>', 'the folder to create; it holds secrets, and only its owner can read it')
    .option('--json', 'print JSON only')
    .action((folder: string, given: Output) =>
      withAdmin(load, async ({ config, databaseUrl }) => {
        const made = await inWords(backUp(config, databaseUrl, folder))
        const { objects } = made
        const { missing, unreadable = [], changed = [] } = objects.place === 'files' ? objects : { missing: [] }
        print(given, { folder, ...summaryOf(made), missing, unreadable, changed }, [
          `Backed up to ${folder}, as of ${made.madeAt}:`,
          ...linesOf(made),
          ...missing.map((key) => `MISSING in the store, and so in the backup: ${key}`),
          ...unreadable.map((key) => `UNREADABLE in the store, and so not in the backup: ${key}`),
          ...changed.map((key) => `CHANGED in the store, and so in the backup: ${key}`),
        ])
        if (missing.length + unreadable.length + changed.length > 0) process.exitCode = 1
      }),
    )

  program
    .command('restore')
    .description('restore a backup into an empty DATA_DIR or database, before the service is started on it')
    .argument('<folder>', 'the folder of the backup')
    .option('--json', 'print JSON only')
    .action(async (folder: string, given: Output) => {
      const made = await inWords(restore(load(), folder, createLogger('warn', process.stderr)))
      print(given, { folder, ...summaryOf(made) }, [
        `Restored the backup of ${made.madeAt}:`,
        ...linesOf(made),
        'Start the service, then run: tallystick admin audit',
      ])
    })
}

function summaryOf({ madeAt, version, tables, objects }: Omit<Manifest, 'format'>) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const files =
    objects.place === 'files' ? { objects: objects.count, bytes: objects.bytes } : { bucket: objects.bucket }
  return { madeAt, version, tables: tables.length, rows, ...files }
}

function linesOf(made: Omit<Manifest, 'format'>): string[] {
  const { tables, rows } = summaryOf(made)
  return [`  database  ${rows} rows in ${tables} tables`, `  files     ${filesLine(made.objects)}`]
}

function filesLine(objects: SavedObjects): string {
  if (objects.place === 'files') return `${objects.count} objects of ${objects.bytes} bytes`
  return `not included: they are in the bucket ${objects.bucket}. Copy it after each backup`
}

/** The operator fixes damaged files and full disks. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code = '', path, message } = error as NodeJS.ErrnoException
    if (code.startsWith('Z_')) throw new AdminError(`The backup is damaged: ${message}`)
    if (path !== undefined || code === 'ENOSPC') throw new AdminError(`A file could not be read or written: ${message}`)
    throw error
  }
}
