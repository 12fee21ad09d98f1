import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify'
import { apiError } from '../http/errors.js'
import type { DiskSpace } from './stores/disk-space.js'

/**
 * Refuses requests that record something for good before the disk of the database is full: what deletes still needs room. Call it before
 * the first route is added.
 */
export function refuseOnFullDisk(app: FastifyInstance, space: Pick<DiskSpace, 'isFull'>): void {
  const check: onRequestHookHandler = (_request, _reply, done) => {
    done(space.isFull ? apiError('disk_full') : undefined)
  }
  app.addHook('onRoute', (route) => {
    // After the route's own, which refuse callers that are unknown.
    if (takesSpace(route.schema)) route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

function takesSpace(schema: FastifySchema | undefined): boolean {
  return schema?.isIdempotent === true || schema?.takesSpace === true
}
