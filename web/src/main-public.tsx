import './ui/style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './base/i18n.js'
import { SharedScreen } from './features/verify/shared/shared-screen.jsx'
import { VerifyScreen } from './features/verify/verify-screen.jsx'
import { receiveDrops } from './ui/forms/page-drop.js'

const texts = import.meta.glob<Record<string, object>>('./texts/*/public.ts', { import: 'texts' })
await startI18n((language) => texts[`./texts/${language}/public.ts`]?.() ?? {})

const [, code] = /^\/s\/([^/]+)\/?$/.exec(location.pathname) ?? []
receiveDrops()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>{code ? <SharedScreen code={code} /> : <VerifyScreen />}</CSPProvider>
    </StrictMode>,
  )
}
