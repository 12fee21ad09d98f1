import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { blocksOf } from '../../../test/blocks.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { root } from '../../../test/sources.js'
import { useOwnService } from '../service.js'
import { usePerson } from './command.js'

const { folder: keyFolder, file: CERTIFICATE_KEY_FILE } = makeSigningKey()
afterAll(() => rmSync(keyFolder, { recursive: true }))
const service = useOwnService({ CERTIFICATE_KEY_FILE, SEAL_COPIES: 'true' })
const { folder, env } = usePerson()

it('the commands of docs/command-line.md work, one after the other', async () => {
  const { clientId, secretKey } = await service.account()
  for (const name of ['scans', 'letters', 'project', 'bin']) mkdirSync(join(folder, name))
  for (const name of ['agreement.pdf', 'scans/1.tif', 'scans/2.tif', 'letters/a.pdf', 'project/main.c'])
    writeFileSync(join(folder, name), `${name} of ${clientId}`)
  writeFileSync(join(folder, 'contract.pdf'), samplePdf())
  writeFileSync(join(folder, 'secret-key'), secretKey)
  writeFileSync(join(folder, '.gitconfig'), '[user]\nname = Ada\nemail = ada@example.com\n')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(folder, 'project'), env: { ...process.env, ...env } })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'program')
  // The packages of the manual, as they are installed.
  const tallystick = `#!/bin/sh\nexec ${process.execPath} ${root}command/bin/tallystick.js "$@"\n`
  writeFileSync(join(folder, 'bin/tallystick'), tallystick, { mode: 0o755 })
  const script = ['set -euo pipefail', ...blocksOf('docs/command-line.md', 'sh')].join('\n')
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { ...env, PATH: `${folder}/bin:${process.env.PATH}`, URL: service.url, CLIENT_ID: clientId },
  })
  expect(stdout).toContain('agreement.pdf  (already stamped)')
  expect(stdout.match(/^STATED/gm)).toHaveLength(5)
  expect(readFileSync(join(folder, 'copy.pdf'), 'utf8')).toBe(`agreement.pdf of ${clientId}`)
  expect(stderr.match(/^2 stamped, 2 of them earlier\.$/gm)).toHaveLength(4)
})
