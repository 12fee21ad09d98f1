import './ui/style.css'
import type { ReactNode } from 'react'
import { addTexts, startI18n } from './base/i18n.js'
import { workOffline } from './base/installed/offline.js'
import { receiveDrops } from './ui/forms/page-drop.js'
import { showPage } from './ui/show-page.js'

const texts = import.meta.glob<Record<string, object>>('./texts/*/pages/public.ts', { import: 'texts' })
const load = (language: string) => texts[`./texts/${language}/pages/public.ts`]?.() ?? {}

const checkingTexts = import.meta.glob<Record<string, object>>('./texts/*/pages/checking.ts', { import: 'texts' })
const loadChecking = (language: string) => checkingTexts[`./texts/${language}/pages/checking.ts`]?.() ?? {}

/** Loads the screen of an address, and nothing of the others. */
async function screenAt(path: string): Promise<ReactNode> {
  const [, code] = /^\/s\/([^/]+)\/?$/.exec(path) ?? []
  if (code) {
    const [{ SharedScreen }] = await Promise.all([
      import('./features/verify/public-page/shared-screen.jsx'),
      addTexts(loadChecking),
    ])
    return <SharedScreen code={code} />
  }
  if (/^\/verify(\/widget)?\/?$/.test(path)) {
    const [{ VerifyScreen }] = await Promise.all([
      import('./features/verify/verify-screen.jsx'),
      addTexts(loadChecking),
    ])
    return <VerifyScreen />
  }
  if (/^\/docs\/?$/.test(path)) {
    const { ReferenceScreen } = await import('./features/reference/reference-screen.jsx')
    return <ReferenceScreen />
  }
  if (path === '/') {
    const { FrontScreen } = await import('./features/front/front-screen.jsx')
    return <FrontScreen />
  }
  // The portal's own pages are another program: this one stands in for them without a network.
  if (/^\/portal(\/|$)/.test(path)) {
    const { OfflineScreen } = await import('./features/front/offline-screen.jsx')
    return <OfflineScreen />
  }
  const { MissingScreen } = await import('./features/front/missing-screen.jsx')
  return <MissingScreen />
}

const started = startI18n(load)
const [screen] = await Promise.all([screenAt(location.pathname), started])
receiveDrops()
// In a frame of another site's page there is nothing to come back to.
if (window.top === window) workOffline()
showPage(screen)
