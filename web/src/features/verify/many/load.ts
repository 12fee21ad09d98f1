/** Loads the check of many documents, which single ones don't need. */
export const loadManyCheck = () => import('./check-many.js')

/** Loads the screen that shows its result. */
export const loadManyFinding = () => import('./many-finding.jsx')

/** Loads both once the page is there, so that they work offline, too. */
export function prepareMany(): void {
  const load = () => void Promise.all([loadManyCheck(), loadManyFinding()]).catch(() => undefined)
  if (document.readyState === 'complete') load()
  else addEventListener('load', load, { once: true })
}
