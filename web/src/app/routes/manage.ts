import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from './parents.jsx'

/** The pages on what surrounds stamps and files: the account, and the network. */
export const manageRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/network',
    component: lazyRouteComponent(() => import('../../features/network/network-screen.jsx'), 'NetworkScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/profile',
    component: lazyRouteComponent(() => import('../../features/account/profile-screen.jsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('../../features/account/account-screen.jsx'), 'AccountScreen'),
  }),
] as const
