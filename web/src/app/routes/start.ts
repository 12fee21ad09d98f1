import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from './parents.jsx'

export const startRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../../features/start/start-screen.jsx'), 'StartScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/api-access',
    component: lazyRouteComponent(() => import('../../features/start/access-screen.jsx'), 'AccessScreen'),
  }),
] as const
