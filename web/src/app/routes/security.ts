import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from './parents.jsx'

export const securityRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/security',
    component: lazyRouteComponent(() => import('../../features/security/security-screen.jsx'), 'SecurityScreen'),
  }),
] as const
