/** The service cannot be reached. Pages say so; it is no mistake of theirs. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** @throws UnreachableError when the service cannot be reached, or something else answers in its place */
export async function reachService(): Promise<void> {
  const answer = await fetch('/portal/favicon.svg', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) throw new UnreachableError('the service cannot be reached')
}

/** Loads the page anew, unless it would be gone then. @throws UnreachableError */
export async function reloadPage(): Promise<void> {
  await reachService()
  location.reload()
}
