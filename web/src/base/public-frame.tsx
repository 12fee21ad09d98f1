import type { ReactNode } from 'react'
import { useTranslation } from '../texts/translation.js'
import { cn } from '../ui/classes.js'
import { Logo } from '../ui/values/logo.jsx'
import { NetworkBadge } from './network-badge.jsx'
import { pageFacts } from './page-facts.js'
import { PreferenceBar } from './preference-bar.jsx'
import { SkipLink } from './skip-link.jsx'

interface PublicFrameProps {
  actions?: ReactNode
  /** Whether the page has columns side by side. */
  isWide?: boolean
  children: ReactNode
}

/** Frame of pages without a login: logo, language and theme above, network and operator below. */
export function PublicFrame({ actions, isWide = false, children }: PublicFrameProps) {
  if (isWidget) return <WidgetFrame>{children}</WidgetFrame>
  const width = isWide ? 'max-w-[100rem]' : 'max-w-280'
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        className={cn('mx-auto flex w-full items-center justify-between gap-3 px-4 py-2.5 sm:px-6 sm:py-4', width)}
      >
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
        className={cn('mx-auto flex w-full flex-1 flex-col px-4 pt-2 pb-10 outline-none sm:px-6 sm:pt-4', width)}
      >
        {children}
      </main>
      <Footer width={width} />
    </div>
  )
}

function Footer({ width }: { width: string }) {
  const { t } = useTranslation('common')
  const { name, imprint, privacy } = pageFacts.operator
  const links = [
    [imprint, t('imprint')],
    [privacy, t('privacy')],
    ['/verify', t('verifyPage')],
    ['/docs', t('apiReference')],
  ] as const
  return (
    <footer className="border-t border-line">
      <div
        className={cn(
          'mx-auto flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-6',
          width,
        )}
      >
        <NetworkBadge />
        {name ? <p className="text-sm text-soft">{t('operatedBy', { name })}</p> : null}
        <nav className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label="Tallystick">
          {links.map(([href, text]) =>
            href === undefined ? null : (
              <a key={text} className="link" href={href}>
                {text}
              </a>
            ),
          )}
        </nav>
      </div>
    </footer>
  )
}

/** Whether the page is shown in a frame of another site. */
const isWidget = location.pathname === '/verify/widget'

/** In a frame: the page alone, and whose it is. */
function WidgetFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex min-h-dvh flex-col p-4">
      <main id="main" className="flex flex-1 flex-col">
        {children}
      </main>
      <footer className="mt-4 text-sm">
        <a className="link" href="/verify" target="_blank" rel="noopener">
          {t('widget', { host: location.host })}
        </a>
      </footer>
    </div>
  )
}
