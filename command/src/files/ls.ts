import type { FileItem, Subfolder } from '@tallystick/sdk'
import type { Command } from 'commander'
import { openSession, type Session, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { inOrder } from '../in-order.js'
import type { Output } from '../output.js'
import { timeOf } from '../stamps/lines.js'
import { limitOf } from '../stamps/list.js'
import { taken } from '../stamps/listing.js'
import { findFolder, topLevel } from './places.js'

interface LsFlags extends SessionFlags {
  limit: number
}

type Row = (Subfolder & { type: 'folder' }) | (FileItem & { type: 'file'; state: string })

const help = `
Prints the folders in a folder, then its files, newest first: ID, time, size, state of the entry on the chain, and name. Without
FOLDER, your top-level folders.

Examples:
  $ tallystick ls
  $ tallystick ls Archive/2026 --limit 0
  $ tallystick ls Archive --json | jq -r 'select(.type == "file") | ._id'
${exitCodesHelp}`

/** Files whose state is asked for at once. */
const askedAtOnce = 8

/** Adds `tallystick ls`. */
export function addLs(program: Command, { output, signal }: Context): void {
  withSession(program.command('ls'))
    .description('list folders and files')
    .argument('[folder]', 'path or ID of a folder', '')
    .option('--limit <count>', 'maximum number; 0 for all', limitOf, 100)
    .addHelpText('after', help)
    .action(async (path: string, { limit, json, ...flags }: LsFlags) => {
      const session = await openSession(flags)
      const { id } = await findFolder(session.tallystick, path, { signal })
      const details = async (row: Row) =>
        row.type === 'folder' ? row : { ...row, state: await stateOf(row, session, signal) }
      for await (const row of inOrder(taken(contentsOf(id, session, signal), limit), askedAtOnce, details)) {
        if (json) await output.json(row)
        else await printRow(row, output)
      }
    })
}

async function* contentsOf(
  folderId: string,
  { tallystick }: Session,
  signal: AbortSignal,
): AsyncGenerator<Row, void, undefined> {
  for await (const folder of tallystick.folders.inside(folderId, {}, { signal })) yield { ...folder, type: 'folder' }
  if (folderId === topLevel) return
  for await (const file of tallystick.files.list(folderId, {}, { signal })) yield { ...file, type: 'file', state: '' }
}

/** A list has no states: they belong to the entries of the files. */
async function stateOf({ _id }: FileItem, { tallystick }: Session, signal: AbortSignal): Promise<string> {
  return (await tallystick.files.get(_id, { signal })).state
}

function printRow(row: Row, output: Output): Promise<void> {
  const [size, state, name] =
    row.type === 'folder'
      ? ['', row.folderType, `${row.folderName}/`]
      : [bytesText(row.file.fileSize), row.state, row.fileName]
  return output.line(`${row._id}  ${timeOf(row.createdAt)}  ${size.padStart(9)}  ${state.padEnd(9)}  ${name}`)
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** A size in three or four digits. */
function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}
