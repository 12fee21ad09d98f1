import { useEffect, useRef } from 'react'
import { type Handlers, type KeyPress, pressedKeys, runShortcut, type ShortcutName, shortcuts } from './shortcuts.js'

/** How many components handle a shortcut now. */
const handled = new Map<string, number>()

/** Returns the shortcuts that something on the page handles, in the order of the table. */
export function shortcutsHere(): ShortcutName[] {
  return (Object.keys(shortcuts) as ShortcutName[]).filter((name) => (handled.get(name) ?? 0) > 0)
}

/** Elements that take the letters themselves. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const above = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
/** Keys that scroll the page, or press what has the focus. */
const ofFocus = /^(Shift\+)?(Arrow|Home|End|Enter|Space)/

/** Handles shortcuts wherever the focus is, while the component is mounted. Help lists them then. Fields and dialogs keep their keys. */
export function usePageKeys(handlers: Handlers): void {
  const latest = useListed(handlers)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || ofFocus.test(pressedKeys(event)) || target.closest(above)) return
      runShortcut(event, target.matches(typing) ? forFields(latest.current) : latest.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [latest])
}

/** Returns the `onKeyDown` of an element whose focus the shortcuts need; it returns whether the key was one. Help lists them. */
export function useFocusKeys(handlers: Handlers): (press: KeyPress) => boolean {
  useListed(handlers)
  return (press) => runShortcut(press, handlers)
}

function forFields(handlers: Handlers): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).filter(([name]) => 'isForFields' in shortcuts[name as ShortcutName]),
  )
}

function useListed(handlers: Handlers): { readonly current: Handlers } {
  const latest = useRef(handlers)
  latest.current = handlers
  const names = Object.keys(handlers).join()
  useEffect(() => {
    const count = (step: number) => {
      for (const name of names.split(',')) handled.set(name, (handled.get(name) ?? 0) + step)
    }
    count(1)
    return () => count(-1)
  }, [names])
  return latest
}
