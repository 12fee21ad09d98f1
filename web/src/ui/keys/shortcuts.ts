/** A shortcut: the keys that do the same, as {@link pressedKeys} names them. */
interface Shortcut {
  keys: readonly string[]
  part: ShortcutPart
  /** Whether it works while someone types in a field. */
  isForFields?: true
}

/** Where shortcuts belong, in the order in which help shows them. */
export const shortcutParts = ['everywhere', 'list', 'item'] as const
type ShortcutPart = (typeof shortcutParts)[number]

/** All shortcuts of the portal, in the order in which help shows them. Handlers and help both read them here. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], part: 'everywhere', isForFields: true },
  stamp: { keys: ['N'], part: 'everywhere' },
  find: { keys: ['/'], part: 'everywhere' },
  paste: { keys: ['Mod+V'], part: 'everywhere' },
  release: { keys: ['Escape'], part: 'everywhere' },
  help: { keys: ['?'], part: 'everywhere' },
  next: { keys: ['J', 'ArrowDown'], part: 'list' },
  previous: { keys: ['K', 'ArrowUp'], part: 'list' },
  first: { keys: ['Home'], part: 'list' },
  last: { keys: ['End'], part: 'list' },
  open: { keys: ['Enter'], part: 'list' },
  select: { keys: ['X', 'Space'], part: 'list' },
  extendNext: { keys: ['Shift+ArrowDown', 'Shift+J'], part: 'list' },
  extendPrevious: { keys: ['Shift+ArrowUp', 'Shift+K'], part: 'list' },
  selectAll: { keys: ['Mod+A'], part: 'list' },
  clear: { keys: ['Escape'], part: 'list' },
  rename: { keys: ['F2'], part: 'item' },
  move: { keys: ['M'], part: 'item' },
  cut: { keys: ['Mod+X'], part: 'item' },
  bin: { keys: ['Delete'], part: 'item' },
  erase: { keys: ['Delete'], part: 'item' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The parts of a key press that matter. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  target: EventTarget | null
  preventDefault(): void
}

/** Runs shortcuts. One that returns false had nothing to do, and the key stays the browser's. */
export type Handlers = { readonly [Name in ShortcutName]?: (press: KeyPress) => unknown }

/** Names pressed keys: `J`, `Mod+K` (Ctrl, on a Mac ⌘), `Shift+ArrowDown`. Signs are named as they are typed: `?`, without Shift. */
export function pressedKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: Omit<KeyPress, 'target'>): string {
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return [altKey ? 'Alt' : [], ctrlKey || metaKey ? 'Mod' : [], shiftKey && !isSign ? 'Shift' : [], name]
    .flat()
    .join('+')
}

/** Whether keys are a character alone, which people who dictate press without meaning it (WCAG 2.1.4). */
export function isCharacter(keys: string): boolean {
  return keys.replace(/^Shift\+/, '').length === 1
}

/** On a Mac ⌘ stands for Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

let areCharactersOn = true

/** Turns shortcuts of a single character on or off. */
export function setCharacterKeys(areOn: boolean): void {
  areCharactersOn = areOn
}

/** Returns the keys of a shortcut that work at present. */
export function keysOf(name: ShortcutName): string[] {
  return shortcuts[name].keys.filter((keys) => areCharactersOn || !isCharacter(keys))
}

/** Runs the first of the handlers whose keys were pressed. Returns whether one did. */
export function runShortcut(press: KeyPress, handlers: Handlers): boolean {
  const pressed = pressedKeys(press)
  for (const name of Object.keys(handlers) as ShortcutName[]) {
    if (!keysOf(name).includes(pressed) || handlers[name]?.(press) === false) continue
    press.preventDefault()
    return true
  }
  return false
}
