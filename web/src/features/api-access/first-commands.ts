import type { Credentials } from './api-clients.js'

/**
 * Commands that make a first stamp in any shell, as they are to be pasted: without comments, which not every shell takes from a
 * keyboard, and with a file of its own, for what was stamped once is not stamped again.
 */
export function firstCommands(origin: string, { clientId, secretKey }: Credentials): string {
  return `echo "My first stamp, $(date)" > first-stamp.txt

TOKEN=$(curl -sf -X POST ${origin}/authenticate \\
  -H 'client-id: ${clientId}' \\
  -H 'secret-key: ${secretKey}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl -s ${origin}/hash -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d "{\\"hash\\": \\"$(sha256sum first-stamp.txt | cut -d ' ' -f 1)\\", \\"filename\\": \\"first-stamp.txt\\"}"
`
}
