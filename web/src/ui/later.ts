import { useEffect, useSyncExternalStore } from 'react'

/** A module that a page doesn't show at first: a browser loads it once it is idle, or when it is first wanted. */
export interface Later<Module> {
  /** Loads the module at once. Rejects without a network; the next call tries again. */
  load: () => Promise<Module>
  /** Loads the module once the browser is idle. */
  prepare: () => void
  /** Returns the module, and null until it has come. Renders the component again then. */
  use: () => Module | null
}

/** Puts off a module until the page is shown. `load` imports it. */
export function later<Module>(load: () => Promise<Module>): Later<Module> {
  let module: Module | null = null
  let loading: Promise<Module> | null = null
  const listeners = new Set<() => void>()
  const current = () => module
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const loadNow = async () => {
    loading ??= load()
    try {
      module = await loading
    } catch (error) {
      loading = null
      throw error
    }
    for (const listener of listeners) listener()
    return module
  }
  const prepare = () => {
    // Without a network it is loaded when it is wanted.
    if (!loading) whenIdle(() => loadNow().catch(() => undefined))
  }
  return {
    load: loadNow,
    prepare,
    use: () => {
      useEffect(prepare, [])
      return useSyncExternalStore(subscribe, current)
    },
  }
}

/** Runs work once the page is shown. Not every browser says when it is idle. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}
