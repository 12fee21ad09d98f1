import { CatchBoundary, Link, useRouter, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useDocked } from '../base/dock.js'
import { NetworkBadge } from '../base/network-badge.jsx'
import { SkipLink } from '../base/skip-link.jsx'
import { useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { Dialog } from '../ui/frame/dialog.jsx'
import { ScreenOutlet } from '../ui/frame/screen-outlet.jsx'
import { isPlainClick } from '../ui/plain-click.js'
import { Logo } from '../ui/values/logo.jsx'
import { AccountMenu } from './account-menu.jsx'
import { Failed } from './dead-ends.jsx'
import { DeletionBanner } from './deletion-banner.jsx'
import { type NavEntry, outside, useNavigation } from './navigation.js'
import { PaletteButton, usePalette } from './palette/palette-opener.jsx'
import { StepUpDialog } from './step-up-dialog.jsx'

/**
 * Frame of all pages behind the login. The navigation is on the left, on phones behind a button. `children`: a page without a route. It
 * stays as it is from page to page: what changes is in parts of its own.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const Docked = useDocked()
  const palette = usePalette()
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
          <PhoneMenu />
        </div>
      </header>
      <div className="min-w-0">
        <DeletionBanner />
        <Main>{children}</Main>
      </div>
      {Docked ? <Docked /> : null}
      <StepUpDialog />
      {palette.windows}
    </div>
  )
}

const usePathname = () => useRouterState({ select: (state) => state.location.pathname })

/** The navigation of phones, behind its button. */
function PhoneMenu() {
  const { t } = useTranslation('common')
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes it, and going back doesn't open it again
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <Button look="quiet" size="icon" aria-label={t('menu')} aria-expanded={open} onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden="true" />
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('menu')}>
        <div className="flex flex-col gap-4">
          <Navigation />
          <NetworkBadge className="px-3" />
          <AccountMenu />
        </div>
      </Dialog>
    </>
  )
}

/** The page. */
function Main({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const screen = useRouterState({ select: (state) => state.matches.at(-1)?.id })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  // Following a link starts at the top of the page, for screen readers too.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Keeps the focus in a search field that stays on the page.
    if (!document.activeElement?.matches('main input')) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-280 has-data-wide:max-w-[100rem] px-4 py-6 outline-none sm:px-6 sm:py-10"
    >
      {/* Outside the boundary, so that the navigation survives a failed page. */}
      <CatchBoundary getResetKey={() => screen ?? ''} errorComponent={Failed}>
        {children ?? <ScreenOutlet />}
      </CatchBoundary>
    </main>
  )
}

/** The main navigation. Its links are the browser's: those of the router look up where they lead whenever the page changes. */
function Navigation() {
  const { t } = useTranslation('common')
  const pathname = usePathname()
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-0.5">
      {useNavigation().map((entry) => (
        <Entry key={entry.to} entry={entry} isHere={isWithin(entry.to, pathname)} />
      ))}
      <hr className="mx-3 my-3 border-line" />
      {outside.map((entry) => (
        <Entry key={entry.to} entry={entry} isHere={false} />
      ))}
    </nav>
  )
}

/** Whether a page belongs to an entry; to Start only itself does. */
function isWithin(to: string, pathname: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
}

const look =
  'flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium hover:bg-sunken hover:text-ink [&_svg]:size-4.5'

/** Rendered again when it becomes the page's, or no longer is: icons take their time. */
const Entry = memo(({ entry, isHere }: { entry: NavEntry; isHere: boolean }) => {
  const { to, label, icon: Icon, isOutside } = entry
  const { t } = useTranslation('navigation')
  const router = useRouter()
  const prepare = () => void (isOutside || router.preloadRoute({ to }))
  return (
    <a
      href={isOutside ? to : router.basepath + (to === '/' ? '' : to)}
      aria-current={isHere ? 'page' : undefined}
      className={`${look} ${isHere ? 'bg-wood-wash text-ink [&_svg]:text-wood' : 'text-soft'}`}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        if (isOutside || !isPlainClick(event)) return
        event.preventDefault()
        void router.navigate({ to })
      }}
    >
      <Icon aria-hidden="true" />
      {t(label)}
    </a>
  )
})
