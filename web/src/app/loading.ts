import { lazyRouteComponent } from '@tanstack/react-router'

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

/** The service cannot be reached. Pages say so; it is no mistake of theirs. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** @throws UnreachableError when the service cannot be reached, or something else answers in its place */
async function reachService(): Promise<void> {
  const answer = await fetch('/portal/favicon.svg', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) throw new UnreachableError('the service cannot be reached')
}

/** Loads the page anew, unless it would be gone then. @throws UnreachableError */
export async function reloadPage(): Promise<void> {
  await reachService()
  location.reload()
}
