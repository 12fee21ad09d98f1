import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { showFirstAccount } from '../src/roof/welcome.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-welcome-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const first = {
  userId: 'user',
  clientId: 'client',
  secretKey: 'the-secret',
  token: 'the-token',
  email: 'owner@tallystick.localhost',
  password: 'the-password',
}
const secrets = [first.secretKey, first.token, first.password]

/** Shows the first account, and returns what was printed. */
async function shown(isWatched: boolean): Promise<string> {
  const lines: string[] = []
  await showFirstAccount({ print: (line) => lines.push(line), isWatched }, 'http://localhost:3000', first, folder)
  return lines.join('\n')
}

it("shows the first account's secrets on a terminal, and writes no file", async () => {
  const text = await shown(true)
  for (const secret of secrets) expect(text).toContain(secret)
  expect(() => statSync(join(folder, 'first-account.txt'))).toThrow()
})

it('keeps them out of a log, in a file for its owner only', async () => {
  const text = await shown(false)
  for (const secret of secrets) expect(text).not.toContain(secret)
  const path = join(folder, 'first-account.txt')
  expect(text).toContain(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const kept = readFileSync(path, 'utf8')
  for (const secret of secrets) expect(kept).toContain(secret)
})
