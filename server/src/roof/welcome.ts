import { join } from 'node:path'
import type { FirstAccount } from '../accounts/first-account.js'
import { writeDurably } from '../base/durable.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'

/** Where the service writes lines for the person who started it. */
export interface Terminal {
  print(line: string): void
  /** Whether someone reads the lines. Otherwise they go to a log, which is kept and read by others. */
  isWatched: boolean
}

/** The file that holds the first account's secrets when no one watches the first start. */
export const firstAccountFile = 'first-account.txt'

/** Prints the addresses. */
export function printAddresses({ print }: Terminal, url: string, network: NetworkInfo): void {
  print('')
  print(`Tallystick is ready: ${url}`)
  print(`  portal     ${url}/portal`)
  print(`  API        ${url}/docs`)
  print(`  network    ${network.name} (chain ${network.chainId}${network.isPrivate ? ', private, for testing' : ''})`)
}

/**
 * Shows the first account and commands that stamp. Its secrets are printed to a terminal only: otherwise they would be in every
 * log that keeps the output, and go into a file that only its owner can read.
 */
export async function showFirstAccount(
  { print, isWatched }: Terminal,
  url: string,
  first: FirstAccount,
  dataDir: string,
): Promise<void> {
  const lines = firstSteps(url, first)
  print('')
  if (isWatched) {
    for (const line of lines) print(line)
    return
  }
  const path = join(dataDir, firstAccountFile)
  await writeDurably(path, `${lines.join('\n')}\nDelete this file once you have saved what you need.\n`, 0o600)
  print(`Your first account is in ${path}. Only you can read that file; delete it once you have saved what you need.`)
  print('')
}

function firstSteps(url: string, first: FirstAccount): string[] {
  const hash = '$(sha256sum package.json | cut -d " " -f 1)'
  return [
    'Your first account (shown only once; the portal can show the secret key again):',
    `  user id    ${first.userId}`,
    `  client id  ${first.clientId}`,
    `  secret key ${first.secretKey}`,
    `  e-mail     ${first.email}   (to log in to the portal)`,
    `  password   ${first.password}`,
    '',
    'Stamp your first document (the token is valid for 7 days):',
    '',
    `curl -s ${url}/hash \\`,
    `  -H 'Authorization: Bearer ${first.token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d "{\\"hash\\":\\"${hash}\\",\\"filename\\":\\"package.json\\"}"`,
    '',
    'Or on the command line, in the folder the service was started in:',
    '',
    // Elsewhere npx would fetch whatever has that name in a registry.
    `npx --no -- tallystick login --url ${url}`,
    '',
  ]
}
