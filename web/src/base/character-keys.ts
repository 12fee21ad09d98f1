import { useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from '../session/choices.js'
import { setCharacterKeys } from '../ui/keys/shortcuts.js'

const key = 'tallystick.character-keys'
const listeners = new Set<() => void>()
const areOn = () => readChoice(key) !== 'off'
setCharacterKeys(areOn())

/** Turns shortcuts of a single character on or off in this browser, and remembers it. */
export function changeCharacterKeys(on: boolean): void {
  keepChoice(key, on ? null : 'off')
  setCharacterKeys(on)
  for (const listener of listeners) listener()
}

/** Returns whether shortcuts of a single character are on. */
export function useCharacterKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areOn)
}
