import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../test/sources.js'

const assets = `${root}server/portal/assets/`
const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
const named = (pattern: RegExp) => files.filter((name) => pattern.test(name))

/** Bytes that a browser loads before it runs files, as Brotli: theirs, and those of all that they import. */
function bytesOf(names: readonly string[]): number {
  const all = new Set(names)
  // A set's iteration reaches what is added on the way.
  for (const name of all)
    for (const [, imported = ''] of readFileSync(`${assets}${name}`, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g))
      all.add(imported)
  return [...all].reduce((sum, name) => sum + statSync(`${assets}${name}.br`).size, 0)
}

// German, whose texts are the longest. A screen needs its program, its texts and its frames.
const portal = [...named(/^portal-(?!en-|de-)/), ...named(/^portal-de-/)]
const member = [...portal, ...named(/^member-de-/), ...named(/^shell-/)]
const inFiles = [...member, ...named(/^files-frame-/)]
const inOperator = [...member, ...named(/^operator-frame-/), ...named(/^operator-de-/)]
const publicPages = [...named(/^public-(?!en-|de-)/), ...named(/^public-de-/)]
const checkingPages = [...publicPages, ...named(/^checking-de-/)]

/** Pages that load the same frame and about as much. */
const kinds: readonly { frame: readonly string[]; bytesMax: number; screens: string }[] = [
  { frame: publicPages, bytesMax: 99_400, screens: 'missing offline' },
  { frame: publicPages, bytesMax: 113_200, screens: 'front' },
  { frame: publicPages, bytesMax: 120_500, screens: 'reference' },
  { frame: checkingPages, bytesMax: 134_600, screens: 'verify' },
  { frame: checkingPages, bytesMax: 139_200, screens: 'shared' },
  { frame: portal, bytesMax: 142_500, screens: 'login register forgot reset confirm confirm-email undo-email' },
  { frame: member, bytesMax: 187_500, screens: 'mailbox profile required connect requests network access' },
  { frame: member, bytesMax: 206_500, screens: 'account security webhooks webhook new-webhook delivery' },
  { frame: member, bytesMax: 215_500, screens: 'end-users' },
  { frame: inOperator, bytesMax: 219_000, screens: 'overview accounts one-account settings' },
  { frame: member, bytesMax: 232_500, screens: 'stamps stamp new runs run' },
  { frame: member, bytesMax: 235_500, screens: 'start' },
  { frame: inFiles, bytesMax: 235_500, screens: 'folder file search others favourites bin deletions' },
]
const kindOf = (screen: string) => kinds.find(({ screens }) => screens.split(' ').includes(screen))

describe('JavaScript before a page shows anything, as Brotli', () => {
  const screens = named(/-screen-/).map((name) => [/^([\w-]+)-screen-/.exec(name)?.[1] ?? '', name] as const)

  it('is measured for every page', () => {
    expect(screens.length).toBeGreaterThan(30)
    expect(portal).toHaveLength(2)
    expect(publicPages).toHaveLength(2)
    expect(checkingPages).toHaveLength(3)
    expect(member.length).toBeGreaterThan(3)
    expect(inFiles.length).toBe(member.length + 1)
  })

  it('leaves out what makes copies of PDFs, and what shows them, until copies are wanted', () => {
    const [copies = ''] = named(/^copies-(?!en-|de-)/)
    expect(bytesOf([copies, ...named(/^copies-de-/)])).toBeGreaterThan(0)
    expect(statSync(`${assets}${copies}.br`).size).toBeLessThanOrEqual(6_000)
    expect(named(/^copy-worker-/)).toHaveLength(1)
    for (const [, name] of screens) expect(readFileSync(`${assets}${name}`, 'utf8')).not.toContain('copy-worker')
  })

  it.each(screens)('stays within the limit of %s', (screen, name) => {
    const kind = kindOf(screen)
    expect(kind).toBeDefined()
    expect(bytesOf([...(kind?.frame ?? []), name])).toBeLessThanOrEqual(kind?.bytesMax ?? 0)
  })
})
