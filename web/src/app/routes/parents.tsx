import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { currentSession } from '../../session/session.js'
import { Crashed, NotFound } from '../dead-ends.jsx'
import { Shell } from '../shell.jsx'

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crashed })

/** Parent of all pages behind the login: who is not logged in is led there, and back here afterwards. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status === 'in') return
    const wasEnded = session.status === 'out' && session.wasEnded
    const { error = wasEnded ? 'SESSION_ENDED' : undefined } = location.search as { error?: string }
    const next = location.pathname === '/' ? {} : { next: location.pathname }
    throw redirect({ to: '/login', search: { ...next, ...(error ? { error } : {}) } })
  },
  component: Shell,
})

/** Parent of the pages with which one gets in. */
export const guestRoute = createRoute({ getParentRoute: () => rootRoute, id: 'guest', component: Outlet })
