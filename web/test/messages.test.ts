import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.en.ts'))

/** Every text of a module of messages, by where in it it is. */
async function textsOf(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') found.set(at, value)
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, at === '' ? key : `${at}.${key}`)
  }
  walk({ ...(await import(`${source}${path}`)) }, '')
  return found
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe.each(files)('%s', (path) => {
  it('says the same in German: every key, with the same values in it, and nothing empty', async () => {
    const en = await textsOf(path)
    const de = await textsOf(path.replace(/\.en\.ts$/, '.de.ts'))
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
    for (const [key, text] of en) {
      expect(text.trim(), key).not.toBe('')
      expect(de.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(de.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })
})
