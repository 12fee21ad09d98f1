import type { onRequestHookHandler, RouteOptions } from 'fastify'

/** Puts a hook before those that a route has, for `onRoute`: so only the routes that it concerns pay for it. */
export function checkFirst(route: RouteOptions, hook: onRequestHookHandler): void {
  route.onRequest = [hook, ...[route.onRequest ?? []].flat()]
}
