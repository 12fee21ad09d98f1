import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.js'
import { memberRoute } from './parents.jsx'

/** The pages on what surrounds stamps and files: the account, and the network. */
export const manageRoutes = [
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/network',
    component: lazyScreen(() => import('../../features/network/network-screen.jsx'), 'NetworkScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/profile',
    component: lazyScreen(() => import('../../features/account/profile-screen.jsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/account',
    component: lazyScreen(() => import('../../features/account/account-screen.jsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks',
    component: lazyScreen(() => import('../../features/webhooks/webhooks-screen.jsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/new',
    component: lazyScreen(() => import('../../features/webhooks/new-webhook-screen.jsx'), 'NewWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id',
    component: lazyScreen(() => import('../../features/webhooks/webhook-screen.jsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id/deliveries/$deliveryId',
    component: lazyScreen(() => import('../../features/webhooks/delivery-screen.jsx'), 'DeliveryScreen'),
  }),
] as const
