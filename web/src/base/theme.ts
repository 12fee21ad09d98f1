import { useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from '../session/choices.js'

/** Selectable themes; `system` follows the operating system. `public/theme.js` applies the same choice before the first paint. */
export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const key = 'tallystick.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function chosen(): Theme {
  const kept = readChoice(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

function show(): void {
  const theme = chosen()
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches))
}
system.addEventListener('change', show)

/** Selects a theme and remembers it. */
export function changeTheme(theme: Theme): void {
  keepChoice(key, theme === 'system' ? null : theme)
  show()
  for (const listener of listeners) listener()
}

/** Returns the selected theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosen)
}
