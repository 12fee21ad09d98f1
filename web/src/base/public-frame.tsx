import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../ui/classes.js'
import { Logo } from '../ui/values/logo.jsx'
import { NetworkBadge } from './network-badge.jsx'
import { PreferenceBar } from './preference-bar.jsx'
import { SkipLink } from './skip-link.jsx'

/** Frame of pages without a login: logo, language and theme above, the network below. */
export function PublicFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between gap-3 px-4 py-2.5 sm:px-6 sm:py-4">
        <a href="/" className={cn('rounded-lg', actions && 'max-xs:[&_span>span]:sr-only')}>
          <Logo />
        </a>
        <div className="flex items-center gap-1">
          {actions}
          <PreferenceBar />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 pt-2 pb-16 outline-none sm:px-6 sm:pt-4"
      >
        {children}
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 sm:px-6">
          <NetworkBadge />
          <nav className="flex gap-5 text-sm" aria-label="Tallystick">
            <a className="link" href="/verify">
              {t('verifyPage')}
            </a>
            <a className="link" href="/docs">
              {t('apiReference')}
            </a>
          </nav>
        </div>
      </footer>
    </div>
  )
}
