import { createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import { readRequestSearch } from '../features/api-access/requests/request-search.js'
import { readFolderSearch } from '../features/files/model/folder-order.js'
import { readFilesSearch } from '../features/files/search/files-search.js'
import { readAccountSearch } from '../features/operator/account-search.js'
import { readStampSearch } from '../features/stamps/stamp-search.js'
import { currentSession } from '../session/session.js'
import { ScreenOutlet } from '../ui/frame/screen-outlet.jsx'
import { hasPaneNow } from '../ui/media.js'
import { Spinner } from '../ui/spinner.jsx'
import { Crashed } from './dead-ends.jsx'
import { inside, portalPath } from './inside.js'
import { loadShell } from './load-shell.js'
import { lazyScreen, UnreachableError, withTexts } from './loading.js'
import { NotFound } from './not-found.jsx'

const rootRoute = createRootRoute({ component: ScreenOutlet, notFoundComponent: NotFound, errorComponent: Crashed })

/** Parent of all pages behind the login. Without a session it redirects there, and back to the page afterwards. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status === 'in') return
    const wasEnded = session.status === 'out' && session.wasEnded
    const page = location.pathname + location.searchStr
    const next = page === '/' ? {} : { next: page }
    if (session.status === 'unprotected') throw redirect({ to: '/second-factor', search: next })
    throw redirect({ to: '/login', search: { ...next, ...(wasEnded ? { ended: true } : {}) } })
  },
  component: lazyScreen(loadShell, 'Shell'),
})

/** Parent of the pages that need no session. */
const guestRoute = createRoute({ getParentRoute: () => rootRoute, id: 'guest', component: ScreenOutlet })

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const given = <Search extends object>(search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Search]?: Exclude<Search[Key], undefined>
  }

/** Reads what is open beside a list, all that its address holds. */
const readOpen = (search: Record<string, unknown>) => given({ open: text(search.open) })

/**
 * Has a page see what its reader returns, and nothing else of its address: the router adds every parameter that the reader left
 * out, as it stands there.
 */
const only =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })

interface Entered {
  search: { open?: string }
  location: { pathname: string }
  cause: 'enter' | 'preload' | 'stay'
}

/**
 * Shows the page of an item whose address has it open beside a list, where the window has no room for both. Only when the list is
 * entered, so that a window made narrow meanwhile keeps its list.
 */
const aloneAt =
  (page: (open: string, list: string) => string) =>
  ({ search, location, cause }: Entered): void => {
    if (cause !== 'enter' || search.open === undefined || hasPaneNow()) return
    throw redirect({ to: page(encodeURIComponent(search.open), location.pathname), replace: true })
  }

const guestPages = [
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/login',
    validateSearch: only((search) =>
      given({ next: inside(search.next, location.origin), ended: search.ended === true ? true : undefined }),
    ),
    component: lazyScreen(() => import('../features/login/login-screen.jsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/register',
    component: lazyScreen(() => import('../features/login/register-screen.jsx'), 'RegisterScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/forgot-password',
    component: lazyScreen(() => import('../features/login/forgot-screen.jsx'), 'ForgotScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/reset-password',
    validateSearch: only((search) => given({ token: text(search.token) })),
    component: lazyScreen(() => import('../features/login/reset-screen.jsx'), 'ResetScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/confirm',
    validateSearch: only((search) => given({ token: text(search.token) })),
    component: lazyScreen(() => import('../features/login/confirm-screen.jsx'), 'ConfirmScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/confirm-email',
    validateSearch: only((search) => given({ token: text(search.token) })),
    component: lazyScreen(() => import('../features/email-links/confirm-email-screen.jsx'), 'ConfirmEmailScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/undo-email',
    validateSearch: only((search) => given({ token: text(search.token) })),
    component: lazyScreen(() => import('../features/email-links/undo-email-screen.jsx'), 'UndoEmailScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/second-factor',
    validateSearch: only((search) => given({ next: inside(search.next, location.origin) })),
    beforeLoad: async () => {
      if ((await currentSession()).status !== 'unprotected') throw redirect({ to: '/' })
    },
    component: lazyScreen(
      withTexts(() => import('../features/security/required-screen.jsx')),
      'RequiredScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/mailbox',
    component: lazyScreen(
      withTexts(() => import('../features/mailbox/mailbox-screen.jsx')),
      'MailboxScreen',
    ),
  }),
] as const

const filesFrame = createRoute({
  getParentRoute: () => memberRoute,
  path: '/files',
  component: lazyScreen(() => import('../features/files/files-frame.jsx'), 'FilesFrame'),
})

const folderScreen = () => import('../features/files/folder-screen.jsx')

const filesPages = [
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/',
    validateSearch: only(readFolderSearch),
    beforeLoad: aloneAt((open) => `/files/file/${open}`),
    component: lazyScreen(folderScreen, 'RootScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/$folderId',
    validateSearch: only(readFolderSearch),
    beforeLoad: aloneAt((open) => `/files/file/${open}`),
    component: lazyScreen(folderScreen, 'FolderScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/file/$fileId',
    component: lazyScreen(() => import('../features/files/file/file-screen.jsx'), 'FileScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/search',
    validateSearch: only(readFilesSearch),
    component: lazyScreen(() => import('../features/files/search/search-screen.jsx'), 'SearchScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/of/$accountId',
    component: lazyScreen(() => import('../features/files/others-screen.jsx'), 'OthersScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/favourites',
    component: lazyScreen(() => import('../features/files/favourites-screen.jsx'), 'FavouritesScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/bin',
    component: lazyScreen(() => import('../features/files/bin-screen.jsx'), 'BinScreen'),
  }),
  createRoute({
    getParentRoute: () => filesFrame,
    path: '/deletions',
    validateSearch: only((search) => given({ within: text(search.within) })),
    component: lazyScreen(() => import('../features/files/deletions-screen.jsx'), 'DeletionsScreen'),
  }),
] as const

/** Parent of the operator's pages, which exist for operators alone. */
const operatorFrame = createRoute({
  getParentRoute: () => memberRoute,
  path: '/operator',
  beforeLoad: async () => {
    const session = await currentSession()
    if (session.status === 'in' && !session.account.isOperator) throw notFound()
  },
  component: lazyScreen(() => import('../features/operator/operator-frame.jsx'), 'OperatorFrame'),
})

const operatorPages = [
  createRoute({
    getParentRoute: () => operatorFrame,
    path: '/',
    component: lazyScreen(() => import('./operator/overview-screen.jsx'), 'OverviewScreen'),
  }),
  createRoute({
    getParentRoute: () => operatorFrame,
    path: '/accounts',
    validateSearch: only(readAccountSearch),
    beforeLoad: aloneAt((open) => `/operator/accounts/${open}`),
    component: lazyScreen(() => import('../features/operator/accounts-screen.jsx'), 'AccountsScreen'),
  }),
  createRoute({
    getParentRoute: () => operatorFrame,
    path: '/accounts/$accountId',
    component: lazyScreen(() => import('../features/operator/one-account-screen.jsx'), 'OneAccountScreen'),
  }),
  createRoute({
    getParentRoute: () => operatorFrame,
    path: '/settings',
    validateSearch: only((search) => given({ q: text(search.q), set: search.set === true ? true : undefined })),
    component: lazyScreen(() => import('../features/operator/settings-screen.jsx'), 'SettingsScreen'),
  }),
] as const

const memberPages = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/',
    component: lazyScreen(() => import('./start/start-screen.jsx'), 'StartScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/api-access',
    component: lazyScreen(() => import('../features/api-access/access-screen.jsx'), 'AccessScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/api-access/users',
    validateSearch: only((search) => given({ q: text(search.q) })),
    component: lazyScreen(() => import('../features/api-access/end-users/end-users-screen.jsx'), 'EndUsersScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/api-access/$clientId',
    validateSearch: only(readRequestSearch),
    component: lazyScreen(() => import('../features/api-access/requests/requests-screen.jsx'), 'RequestsScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/connect',
    validateSearch: only((search) => given({ code: text(search.code) })),
    component: lazyScreen(() => import('../features/connect/connect-screen.jsx'), 'ConnectScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps',
    validateSearch: only(readStampSearch),
    beforeLoad: aloneAt((open) => `/stamps/${open}`),
    component: lazyScreen(() => import('../features/stamps/stamps-screen.jsx'), 'StampsScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/new',
    component: lazyScreen(() => import('../features/stamps/new/new-screen.jsx'), 'NewScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/runs',
    validateSearch: only(readOpen),
    beforeLoad: aloneAt((open) => `/stamps/runs/${open}`),
    component: lazyScreen(() => import('../features/stamps/runs/runs-screen.jsx'), 'RunsScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/runs/$run',
    validateSearch: only(readOpen),
    beforeLoad: aloneAt((open) => `/stamps/${open}`),
    component: lazyScreen(() => import('../features/stamps/runs/run-screen.jsx'), 'RunScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/$code',
    component: lazyScreen(() => import('../features/stamps/stamp/stamp-screen.jsx'), 'StampScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/security',
    component: lazyScreen(() => import('../features/security/security-screen.jsx'), 'SecurityScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/network',
    component: lazyScreen(() => import('../features/network/network-screen.jsx'), 'NetworkScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/profile',
    component: lazyScreen(() => import('../features/account/profile-screen.jsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/account',
    component: lazyScreen(() => import('../features/account/account-screen.jsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks',
    validateSearch: only(readOpen),
    beforeLoad: aloneAt((open) => `/webhooks/${open}`),
    component: lazyScreen(() => import('../features/webhooks/webhooks-screen.jsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/new',
    component: lazyScreen(() => import('../features/webhooks/new-webhook-screen.jsx'), 'NewWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id',
    validateSearch: only(readOpen),
    beforeLoad: aloneAt((open, webhook) => `${webhook}/deliveries/${open}`),
    component: lazyScreen(() => import('../features/webhooks/webhook-screen.jsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id/deliveries/$deliveryId',
    component: lazyScreen(() => import('../features/webhooks/delivery-screen.jsx'), 'DeliveryScreen'),
  }),
] as const

const routeTree = rootRoute.addChildren([
  guestRoute.addChildren([...guestPages]),
  memberRoute.addChildren([
    ...memberPages,
    filesFrame.addChildren([...filesPages]),
    operatorFrame.addChildren([...operatorPages]),
  ]),
])

/** All pages of the portal, each loaded when first opened. */
export const router = createRouter({
  routeTree,
  basepath: portalPath,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  // Padding: a margin would move the whole page.
  defaultPendingComponent: () => (
    <div className="flex justify-center pt-10">
      <Spinner className="size-6 text-soft" />
    </div>
  ),
  defaultOnCatch: (error) => {
    if (!(error instanceof UnreachableError)) console.error(error)
  },
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
