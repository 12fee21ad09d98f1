import { CatchBoundary, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDocked } from '../base/dock.js'
import { NetworkBadge } from '../base/network-badge.jsx'
import { SkipLink } from '../base/skip-link.jsx'
import { useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { cn } from '../ui/classes.js'
import { Dialog } from '../ui/frame/dialog.jsx'
import { Logo } from '../ui/values/logo.jsx'
import { AccountMenu } from './account-menu.jsx'
import { Failed } from './dead-ends.jsx'
import { DeletionBanner } from './deletion-banner.jsx'
import { type NavEntry, outside, useNavigation } from './navigation.js'
import { PaletteButton, usePalette } from './palette/palette-opener.jsx'
import { StepUpDialog } from './step-up-dialog.jsx'

/** Frame of all pages behind the login. The navigation is on the left, on phones behind a button. `children`: a page without a route. */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const screen = useRouterState({ select: (state) => state.matches.at(-1)?.id })
  const main = useRef<HTMLElement>(null)
  const Docked = useDocked()
  const palette = usePalette()
  const shown = useRef(pathname)
  // Following a link starts at the top of the page, for screen readers too.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setOpen(false)
    // Keeps the focus in a search field that stays on the page.
    if (!document.activeElement?.matches('main input')) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="sticky top-0 hidden h-dvh flex-col gap-6 border-r border-line px-4 py-4 lg:flex">
        <Link to="/" className="rounded-lg px-2">
          <Logo />
        </Link>
        <PaletteButton onOpen={palette.open} />
        <Navigation />
        <div className="mt-auto flex flex-col gap-4">
          <NetworkBadge className="px-3" />
          <AccountMenu />
        </div>
      </header>
      <header className="sticky top-0 z-30 flex items-center justify-between gap-3 border-b border-line bg-paper px-4 py-2.5 lg:hidden">
        <Link to="/" className="rounded-lg">
          <Logo />
        </Link>
        <div className="flex gap-1">
          <PaletteButton isSmall onOpen={palette.open} />
          <Button look="quiet" size="icon" aria-label={t('menu')} aria-expanded={open} onClick={() => setOpen(true)}>
            <MenuIcon aria-hidden="true" />
          </Button>
        </div>
        <Dialog open={open} onOpenChange={setOpen} title={t('menu')}>
          <div className="flex flex-col gap-4">
            <Navigation />
            <NetworkBadge className="px-3" />
            <AccountMenu />
          </div>
        </Dialog>
      </header>
      <div className="min-w-0">
        <DeletionBanner />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-280 has-data-wide:max-w-[100rem] px-4 py-6 outline-none sm:px-6 sm:py-10"
        >
          {/* Outside the boundary, so that the navigation survives a failed page. */}
          <CatchBoundary getResetKey={() => screen ?? ''} errorComponent={Failed}>
            {children ?? <Outlet />}
          </CatchBoundary>
        </main>
      </div>
      {Docked ? <Docked /> : null}
      <StepUpDialog />
      {palette.windows}
    </div>
  )
}

function Navigation() {
  const { t } = useTranslation('common')
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-0.5">
      {useNavigation().map((entry) => (
        <Entry key={entry.to} entry={entry} />
      ))}
      <hr className="mx-3 my-3 border-line" />
      {outside.map((entry) => (
        <Entry key={entry.to} entry={entry} />
      ))}
    </nav>
  )
}

const look =
  'flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-sunken hover:text-ink [&_svg]:size-4.5'

function Entry({ entry: { to, label, icon: Icon, isOutside } }: { entry: NavEntry }) {
  const { t } = useTranslation('navigation')
  const content = (
    <>
      <Icon aria-hidden="true" />
      {t(label)}
    </>
  )
  if (isOutside) {
    return (
      <a href={to} className={look}>
        {content}
      </a>
    )
  }
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ className: cn(look, 'bg-wood-wash text-ink [&_svg]:text-wood'), 'aria-current': 'page' }}
      inactiveProps={{ className: look }}
    >
      {content}
    </Link>
  )
}
