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
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../../features/webhooks/webhooks-screen.jsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/new',
    component: lazyRouteComponent(() => import('../../features/webhooks/new-webhook-screen.jsx'), 'NewWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id',
    component: lazyRouteComponent(() => import('../../features/webhooks/webhook-screen.jsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/webhooks/$id/deliveries/$deliveryId',
    component: lazyRouteComponent(() => import('../../features/webhooks/delivery-screen.jsx'), 'DeliveryScreen'),
  }),
] as const
