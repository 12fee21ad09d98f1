import { describe, expect, it } from 'vitest'
import { readSources } from '../../test/sources.js'
import { texts as portal } from '../src/texts/en/pages/portal.js'
import { texts as pages } from '../src/texts/en/pages/public.js'

const sources = readSources().filter(({ path }) => path.startsWith('web/src/'))

/** The groups of texts that files of these folders speak. */
function spoken(folders: RegExp): string[] {
  const groups = sources
    .filter(({ path }) => folders.test(path))
    .flatMap(({ text }) => [
      ...[...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
      ...[...text.matchAll(/\bt\(\s*[`'](\w+):/g)].map(([, name = '']) => name),
    ])
  return [...new Set(groups)].sort()
}

// A page shows the keys of texts that it doesn't load.
describe('texts that are loaded', () => {
  it('before the login are all that its screens need', () => {
    const names = spoken(/\/features\/login\/|\/src\/(base|ui)\/|\/app\/(dead-ends|not-found)/)
    expect(names).toContain('login')
    expect(Object.keys(portal)).toEqual(expect.arrayContaining(names))
  })

  it('on every public page are all that the front page and the frame need', () => {
    const names = spoken(/\/features\/front\/|\/src\/(base|ui)\//)
    expect(names).toContain('front')
    expect(Object.keys(pages)).toEqual(expect.arrayContaining(names))
  })
})
