import { afterEach, describe, expect, it } from 'vitest'
import {
  type Handlers,
  isCharacter,
  type KeyPress,
  keysOf,
  pressedKeys,
  runShortcut,
  type ShortcutName,
  setCharacterKeys,
  shortcuts,
} from '../src/ui/keys/shortcuts.js'

const press = (key: string, held: Partial<KeyPress> = {}) => {
  const isPrevented = { value: false }
  const preventDefault = () => {
    isPrevented.value = true
  }
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null }
  return { ...none, key, preventDefault, isPrevented, ...held }
}

describe('shortcuts', () => {
  afterEach(() => setCharacterKeys(true))

  it.each([
    ['J', press('j')],
    ['J', press('J')],
    ['Shift+J', press('J', { shiftKey: true })],
    ['Mod+K', press('k', { ctrlKey: true })],
    ['Mod+K', press('k', { metaKey: true })],
    ['Alt+K', press('k', { altKey: true })],
    ['?', press('?', { shiftKey: true })],
    ['Space', press(' ')],
    ['Shift+ArrowUp', press('ArrowUp', { shiftKey: true })],
  ])('%s is named as it is typed', (name, pressed) => {
    expect(pressedKeys(pressed)).toBe(name)
  })

  it('of one part never share a key, but for what a file and a bin do with Delete', () => {
    const all = Object.values(shortcuts).flatMap(({ keys, part }) => keys.map((key) => `${part} ${key}`))
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual(['item Delete'])
  })

  it('take a key only when they had something to do', () => {
    const done: string[] = []
    const handlers: Handlers = { clear: () => false, next: () => done.push('next') }
    const [release, j] = [press('Escape'), press('j')]
    expect([runShortcut(release, handlers), release.isPrevented.value]).toEqual([false, false])
    expect([runShortcut(j, handlers), j.isPrevented.value]).toEqual([true, true])
    expect(done).toEqual(['next'])
  })

  it('of a single character can be turned off, and each has another way then, or needs none', () => {
    setCharacterKeys(false)
    const names = Object.keys(shortcuts) as ShortcutName[]
    expect(names.flatMap(keysOf).filter(isCharacter)).toEqual([])
    expect(runShortcut(press('j'), { next: () => true })).toBe(false)
    expect(runShortcut(press('ArrowDown'), { next: () => true })).toBe(true)
    // The palette does these, `move` is in the menu of a row, and Tab leads to the field.
    expect(names.filter((name) => keysOf(name).length === 0)).toEqual(['stamp', 'find', 'help', 'move'])
  })
})
