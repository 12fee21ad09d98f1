/**
 * Has the browser keep the pages that verify, so that they open without a network, and lets other apps share files with the portal. It
 * is for later, so the page comes first. Browsers offer it over TLS and on their own machine alone.
 */
export function workOffline(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () =>
    // Without it the page works as before.
    void navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
