import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from './parents.jsx'

/** The pages on what surrounds stamps and files: the account, and the network. */
export const manageRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/network',
    component: lazyRouteComponent(() => import('../../features/network/network-screen.jsx'), 'NetworkScreen'),
  }),
] as const
