import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { chainName, fromHex, signCheckpoints } from '@tallystick/proof'
import { makeCheckpoints } from '@tallystick/sdk'
import type { Command } from 'commander'
import type { Context } from '../context.js'
import { reading } from '../input.js'
import { writeError } from '../output.js'
import { collect } from '../repeatable.js'

type CheckpointFlags = {
  readonly rpc: readonly string[]
  readonly every: string
  readonly block?: readonly string[]
  readonly key: string
  readonly output: string
}

/** Adds `tallystick checkpoint make`. */
export function addCheckpoint(program: Command, { output }: Context): void {
  program
    .command('checkpoint')
    .helpCommand(false)
    .description('lists of blocks that confirm proofs without network access')
    .command('make')
    .description('write a signed list of blocks, for verify --checkpoints')
    .requiredOption('--rpc <url>', 'a node of the chain; repeatable, all must agree', collect)
    .option('--every <blocks>', 'list every n-th block', '10000')
    .option('--block <number>', 'also list this block, such as that of a proof; repeatable', collect)
    .option('--key <file>', 'private key that signs the list; created if the file does not exist', 'checkpoints.key')
    .option('--output <file>', 'file to write', 'checkpoints.json')
    .action(async (flags: CheckpointFlags) => {
      await output.print(await makeList(flags))
    })
}

/**
 * Writes a list of blocks of a chain, signed with a key that is made when first needed. Returns what to say about it.
 * @throws Error for people on wrong usage or when a file cannot be read or written, RpcError when a node does not answer.
 */
async function makeList(flags: CheckpointFlags): Promise<string> {
  const every = count(flags.every, '--every')
  if (every === 0) throw new Error('--every must be a number of blocks, at least 1')
  const blocks = (flags.block ?? []).map((value) => count(value, '--block'))
  const key = await keyIn(flags.key)
  const made = await makeCheckpoints(flags.rpc, { every, blocks })
  const list = signCheckpoints(made.list, key)
  // One block a line: long lists stay readable, and their changes too.
  const text = JSON.stringify({ ...list, blocks: [] }, null, 2)
  const lines = list.blocks.map((block) => `    ${JSON.stringify(block)}`).join(',\n')
  await writing(
    flags.output,
    writeFile(flags.output, `${text.replace('"blocks": []', `"blocks": [\n${lines}\n  ]`)}\n`),
  )
  const last = list.blocks.at(-1)
  const lacks =
    made.leftOut.length === 0
      ? ''
      : `left out, as no proof can be of them: ${made.leftOut.length} blocks with headers of another form\n`
  return `${list.blocks.length} blocks of ${chainName(list.chain)}, up to ${last?.number} (${last?.time}), written to ${flags.output}\n${lacks}signed by ${list.signer} (${flags.key}): verify with --checkpoints ${flags.output} --signer ${list.signer}\n`
}

function count(value: string, option: string): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) throw new Error(`${option} must be a whole number`)
  return number
}

/** Reads a private key (hex), or creates one that only its owner can read. */
async function keyIn(path: string): Promise<Uint8Array> {
  const made = randomBytes(32)
  try {
    await writeFile(path, `0x${made.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeError(path, error)
  }
  const text = (await reading(path, readFile(path, 'utf8'))).trim()
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) throw new Error(`${path} doesn't hold a private key (64 hex digits)`)
  return fromHex(text.replace('0x', '').toLowerCase())
}

async function writing(path: string, write: Promise<void>): Promise<void> {
  await write.catch((error) => {
    throw writeError(path, error)
  })
}
