import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readStampSearch } from '../../stamping/stamp-search.js'
import { memberRoute } from './parents.jsx'

export const stampRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps',
    validateSearch: readStampSearch,
    component: lazyRouteComponent(() => import('../../features/stamps/stamps-screen.jsx'), 'StampsScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/new',
    component: lazyRouteComponent(() => import('../../features/stamps/new-screen.jsx'), 'NewScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/$code',
    component: lazyRouteComponent(() => import('../../features/stamps/stamp-screen.jsx'), 'StampScreen'),
  }),
] as const
