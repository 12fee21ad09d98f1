import './ui/style.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './base/i18n.js'
import { receiveDrops } from './ui/forms/page-drop.js'

const texts = import.meta.glob<Record<string, object>>('./texts/*/public.ts', { import: 'texts' })
const load = (language: string) => texts[`./texts/${language}/public.ts`]?.() ?? {}

/** Loads the screen of an address, and nothing of the others. */
async function screenAt(path: string): Promise<ReactNode> {
  const [, code] = /^\/s\/([^/]+)\/?$/.exec(path) ?? []
  if (code) {
    const { SharedScreen } = await import('./features/verify/public-page/shared-screen.jsx')
    return <SharedScreen code={code} />
  }
  if (/^\/verify(\/widget)?\/?$/.test(path)) {
    const { VerifyScreen } = await import('./features/verify/verify-screen.jsx')
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
  const { MissingScreen } = await import('./features/front/missing-screen.jsx')
  return <MissingScreen />
}

const [screen] = await Promise.all([screenAt(location.pathname), startI18n(load)])
receiveDrops()
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode>{screen}</StrictMode>)
