import type { FirstAccount } from './accounts/first-account.js'
import type { NetworkInfo } from './ledger/proof.js'

/** Returns the lines for the terminal: the addresses and, at the first start, the first account and a command that stamps. */
export function firstSteps(url: string, network: NetworkInfo, first: FirstAccount | null): string[] {
  const lines = [
    '',
    `Tallystick is ready: ${url}`,
    `  portal     ${url}/portal`,
    `  API        ${url}/docs`,
    `  network    ${network.name} (chain ${network.chainId}${network.isPrivate ? ', private, for testing' : ''})`,
  ]
  if (!first) return lines
  const hash = '$(sha256sum README.md | cut -d " " -f 1)'
  return [
    ...lines,
    '',
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
    `  -d "{\\"hash\\":\\"${hash}\\",\\"filename\\":\\"README.md\\"}"`,
    '',
  ]
}
