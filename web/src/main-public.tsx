import './ui/style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './base/i18n.js'
import { SharedScreen } from './features/verify/shared-screen.jsx'
import { VerifyScreen } from './features/verify/verify-screen.jsx'
import { messages as de } from './texts/de/public.js'
import { messages as en } from './texts/en/public.js'

// Both languages are at hand: what is loaded works, and can be switched, when the network is cut.
await startI18n((language) => (language === 'de' ? de : en))

const [, code] = /^\/s\/([^/]+)\/?$/.exec(location.pathname) ?? []
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>{code ? <SharedScreen code={code} /> : <VerifyScreen />}</CSPProvider>
    </StrictMode>,
  )
}
