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
  { frame: publicPages, bytesMax: 47_900, screens: 'missing offline' },
  { frame: publicPages, bytesMax: 61_700, screens: 'front' },
  { frame: publicPages, bytesMax: 68_900, screens: 'reference' },
  { frame: checkingPages, bytesMax: 82_800, screens: 'verify' },
  { frame: checkingPages, bytesMax: 87_400, screens: 'shared' },
  { frame: portal, bytesMax: 91_400, screens: 'login register forgot reset confirm confirm-email undo-email' },
  { frame: member, bytesMax: 137_000, screens: 'mailbox profile required connect requests network access' },
  { frame: member, bytesMax: 151_700, screens: 'account security webhooks webhook new-webhook delivery' },
  { frame: member, bytesMax: 160_500, screens: 'end-users' },
  { frame: inOperator, bytesMax: 164_200, screens: 'overview accounts one-account settings' },
  { frame: member, bytesMax: 175_000, screens: 'stamps stamp runs run' },
  { frame: member, bytesMax: 180_000, screens: 'new' },
  { frame: member, bytesMax: 180_000, screens: 'start' },
  { frame: inFiles, bytesMax: 177_300, screens: 'folder file search others favourites bin deletions' },
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
