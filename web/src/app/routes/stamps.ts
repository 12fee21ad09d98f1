import { createRoute } from '@tanstack/react-router'
import { readStampSearch } from '../../features/stamps/stamp-search.js'
import { lazyScreen } from '../lazy-screen.js'
import { memberRoute } from './parents.jsx'

export const stampRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps',
    validateSearch: readStampSearch,
    component: lazyScreen(() => import('../../features/stamps/stamps-screen.jsx'), 'StampsScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/new',
    component: lazyScreen(() => import('../../features/stamps/new/new-screen.jsx'), 'NewScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/stamps/$code',
    component: lazyScreen(() => import('../../features/stamps/stamp/stamp-screen.jsx'), 'StampScreen'),
  }),
] as const
