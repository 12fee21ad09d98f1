import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPdf } from '@tallystick/proof'
import { Command } from 'commander'
import { afterAll, expect, it } from 'vitest'
import { certificateCommands } from '../../src/certificates/commands.js'
import { loadConfig } from '../../src/settings.js'
import { pngOf } from './logos.js'
import { proof, same } from './vector-certificates.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-preview-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Runs `certificate preview` with settings. */
async function preview(args: string[], settings: Record<string, string> = {}): Promise<void> {
  const program = new Command().exitOverride()
  certificateCommands(program, () =>
    loadConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://notary.example', ...settings }),
  )
  await program.parseAsync(['certificate', 'preview', ...args], { from: 'user' })
}

it('draws a certificate as the settings have it', async () => {
  writeFileSync(at('proof.json'), JSON.stringify(proof))
  writeFileSync(at('logo.png'), pngOf({ width: 1, height: 1, color: 2, pixels: Uint8Array.of(0, 26, 79, 139) }))
  const settings = { CERTIFICATE_LOGO_FILE: at('logo.png'), CERTIFICATE_SIGNATURE_LINE: 'for Ada' }
  await preview([at('proof.json'), at('own.pdf'), '--lang', 'de'], settings)
  expect(await readPdf(readFileSync(at('own.pdf')))).toEqual({ json: proof, binding: { ...same, hasOwn: true } })
})

it('says in words why it draws none, and keeps a file that is there', async () => {
  writeFileSync(at('proof.json'), JSON.stringify(proof))
  writeFileSync(at('list.json'), '[]')
  writeFileSync(at('broken.json'), '{')
  writeFileSync(at('other.json'), JSON.stringify({ ...proof, hash: '0'.repeat(64) }))
  writeFileSync(at('kept.pdf'), 'mine')
  for (const name of ['list.json', 'broken.json', 'other.json', 'none.json'])
    await expect(preview([at(name), at('new.pdf')])).rejects.toThrow('is no proof that a certificate can be drawn of: ')
  await expect(preview([at('proof.json'), at('kept.pdf')])).rejects.toThrow("kept.pdf can't be written (EEXIST)")
  expect(readFileSync(at('kept.pdf'), 'utf8')).toBe('mine')
})
