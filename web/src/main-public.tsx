import './ui/style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './app/i18n.js'
import { messages as de } from './app/messages-public.de.js'
import { messages as en } from './app/messages-public.en.js'
import { SharedScreen } from './features/verify/shared-screen.jsx'
import { VerifyScreen } from './features/verify/verify-screen.jsx'

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
