import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.js'
import { memberRoute } from './parents.jsx'

export const securityRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/security',
    component: lazyScreen(() => import('../../features/security/security-screen.jsx'), 'SecurityScreen'),
  }),
] as const
