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

// German, whose texts are the longest. A screen needs its program, its texts and its frame.
const portal = [...named(/^portal-(?!en-|de-)/), ...named(/^portal-de-/)]
const inFiles = [...portal, ...named(/^files-frame-/)]
const publicPages = [...named(/^public-(?!en-|de-)/), ...named(/^public-de-/)]
const guests = ['login', 'register', 'forgot', 'reset', 'confirm']
const filesPages = ['folder', 'file', 'search', 'others', 'favourites', 'bin', 'deletions']
const publicLimits: Readonly<Record<string, number>> = {
  front: 118_000,
  missing: 116_000,
  verify: 131_500,
  shared: 136_000,
  reference: 134_000,
}

function limitOf(screen: string): { frame: readonly string[]; bytesMax: number } {
  const publicMax = publicLimits[screen]
  if (publicMax !== undefined) return { frame: publicPages, bytesMax: publicMax }
  if (guests.includes(screen)) return { frame: portal, bytesMax: 233_000 }
  if (filesPages.includes(screen)) return { frame: inFiles, bytesMax: 297_000 }
  return { frame: portal, bytesMax: 272_000 }
}

describe('JavaScript before a page shows anything, as Brotli', () => {
  const screens = named(/-screen-/).map((name) => [/^([\w-]+)-screen-/.exec(name)?.[1] ?? '', name] as const)

  it('is measured for every page', () => {
    expect(screens.length).toBeGreaterThan(30)
    expect(portal).toHaveLength(2)
    expect(publicPages).toHaveLength(2)
    expect(inFiles).toHaveLength(3)
  })

  it.each(screens)('stays within the limit of %s', (screen, name) => {
    const { frame, bytesMax } = limitOf(screen)
    expect(bytesOf([...frame, name])).toBeLessThanOrEqual(bytesMax)
  })
})
