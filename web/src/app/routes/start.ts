import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.js'
import { memberRoute } from './parents.jsx'

export const startRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/',
    component: lazyScreen(() => import('../start/start-screen.jsx'), 'StartScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/api-access',
    component: lazyScreen(() => import('../../features/api-access/access-screen.jsx'), 'AccessScreen'),
  }),
] as const
