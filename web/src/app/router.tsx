import { createRouter } from '@tanstack/react-router'
import { Spinner } from '../ui/spinner.jsx'
import { entryRoutes } from './routes/entry.js'
import { fileRoutes } from './routes/files.js'
import { manageRoutes } from './routes/manage.js'
import { guestRoute, memberRoute, rootRoute } from './routes/parents.jsx'
import { securityRoutes } from './routes/security.js'
import { stampRoutes } from './routes/stamps.js'
import { startRoutes } from './routes/start.js'

const routeTree = rootRoute.addChildren([
  guestRoute.addChildren([...entryRoutes]),
  memberRoute.addChildren([...startRoutes, ...stampRoutes, ...fileRoutes, ...securityRoutes, ...manageRoutes]),
])

/** All pages of the portal; each is loaded when it is first opened. */
export const router = createRouter({
  routeTree,
  basepath: '/portal',
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Spinner className="mx-auto mt-40 size-6 text-soft" />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
