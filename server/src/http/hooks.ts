import type { onRequestHookHandler, RouteOptions } from 'fastify'

/** Adds a hook before those of a route. For `onRoute` hooks, so that only the routes that need the check pay for it. */
export function checkFirst(route: RouteOptions, hook: onRequestHookHandler): void {
  route.onRequest = [hook, ...[route.onRequest ?? []].flat()]
}
