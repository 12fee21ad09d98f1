import { lazyRouteComponent } from '@tanstack/react-router'
import { addTexts } from '../base/i18n.js'
import type { Language } from '../texts/languages.js'

/**
 * A screen that is loaded when first opened. After an update its file may be gone, and the router reloads the page. Offline that
 * would end on the browser's own error page, so this reports the failure instead.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await assertReachable()
        throw error
      }),
    name,
  )

const texts = import.meta.glob<Record<string, object>>('../texts/*/pages/member.ts', { import: 'texts' })
const memberTexts = (language: Language) => texts[`../texts/${language}/pages/member.ts`]?.() ?? {}

/** Adds to what loads a screen that it needs the texts of the pages behind the login. */
export const withTexts =
  <Screen>(load: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), addTexts(memberTexts)])
    return screen
  }

/** The service cannot be reached. Pages show it; it is not a bug of theirs. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** @throws {UnreachableError} when the service cannot be reached, or something else answers in its place */
async function assertReachable(): Promise<void> {
  const answer = await fetch('/portal/favicon.svg', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) throw new UnreachableError('the service cannot be reached')
}

/**
 * Reloads the page, unless the service cannot be reached.
 *
 * @throws {UnreachableError} when the service cannot be reached
 */
export async function reloadPage(): Promise<void> {
  await assertReachable()
  location.reload()
}
