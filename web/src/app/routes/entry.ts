import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.js'
import { guestRoute } from './parents.jsx'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Only paths of the portal: a link to the login must not lead elsewhere afterwards. */
const inside = (value: unknown) => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined)

const given = <Search extends object>(search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Search]?: Exclude<Search[Key], undefined>
  }

/** The pages with which one gets in. */
export const entryRoutes = [
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/login',
    validateSearch: (search) => given({ next: inside(search.next), error: text(search.error) }),
    component: lazyScreen(() => import('../../features/login/login-screen.jsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/register',
    component: lazyScreen(() => import('../../features/login/register-screen.jsx'), 'RegisterScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/forgot-password',
    component: lazyScreen(() => import('../../features/login/forgot-screen.jsx'), 'ForgotScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/reset-password',
    validateSearch: (search) => given({ token: text(search.token), error: text(search.error) }),
    component: lazyScreen(() => import('../../features/login/reset-screen.jsx'), 'ResetScreen'),
  }),
  createRoute({
    getParentRoute: () => guestRoute,
    path: '/mailbox',
    component: lazyScreen(() => import('../../features/mailbox/mailbox-screen.jsx'), 'MailboxScreen'),
  }),
] as const
