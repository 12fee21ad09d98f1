import { lazyRouteComponent } from '@tanstack/react-router'
import { reachService } from '../base/reach.js'

/**
 * A screen that is loaded when it is first opened. When its file is gone after an update, the router loads the page anew; while
 * the service cannot be reached that would leave nothing but the browser's own page, so that is told instead.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await reachService()
        throw error
      }),
    name,
  )
