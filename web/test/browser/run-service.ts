import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { guarded } from '../../../test/guarded.js'
import { root } from '../../../test/sources.js'

/** A running service. */
export interface Running {
  url: string
  /** The account that the first start created. */
  owner: { email: string; password: string }
  firstClient: { clientId: string; secretKey: string }
  stop(): Promise<void>
}

/**
 * Starts the service as `npm start` does, on a free port.
 *
 * @param more further settings
 */
export async function startService(
  dataDir: string,
  logPath: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Running> {
  // The tests' webhook receivers listen on loopback.
  const receivers = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    GUESS_LIMIT: '0',
    ...receivers,
    ...more,
  }
  const child = spawn(...guarded('TERM', ['node', 'server/dist/main.js']), {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logPath)
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // Not a terminal, so the secrets are in a file.
  const startLines = /ready: http:\/\/[^:\s]+:(\d+).*account is in (\S+)\. /s
  const [, port, firstAccount = ''] = await new Promise<string[]>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = startLines.exec(output)
      if (found) resolve([...found])
    })
    child.once('close', () => reject(new Error(`the service did not start: ${output}`)))
  })
  const text = await readFile(firstAccount, 'utf8')
  const given = (what: string) => new RegExp(`^ *${what} +(\\S+)`, 'm').exec(text)?.[1] ?? ''
  return {
    url: `http://localhost:${port}`,
    owner: { email: given('e-mail'), password: given('password') },
    firstClient: { clientId: given('client id'), secretKey: given('secret key') },
    stop: () => {
      child.stdin.end()
      return ended
    },
  }
}
