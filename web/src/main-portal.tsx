import './ui/style.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { memberRoute, router } from './app/router.jsx'
import { startI18n } from './base/i18n.js'
import { workOffline } from './base/installed/offline.js'
import { fetchShared } from './base/installed/shared-files.js'
import { queryClient } from './base/queries.js'
import { checkSession, currentSession, onSessionChange } from './session/session.js'
import { Toasts } from './ui/feedback/toast.jsx'
import { receiveDrops } from './ui/forms/page-drop.js'
import { showPage } from './ui/show-page.js'

// Fetches texts, session and the requested page in parallel.
const texts = import.meta.glob<Record<string, object>>('./texts/*/pages/portal.ts', { import: 'texts' })
const ready = startI18n((language) => texts[`./texts/${language}/pages/portal.ts`]?.() ?? {})
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  if (routeId === memberRoute.id) currentSession().catch(() => undefined)
  const { component } = router.routesById[routeId as keyof typeof router.routesById].options
  const screen = component as { preload?: () => Promise<unknown> } | undefined
  screen?.preload?.().catch(() => undefined)
}
await ready

// A session that ends, here or elsewhere, or loses its second factor, clears the page.
onSessionChange(() => {
  void currentSession().then(({ status }) => {
    if (status === 'in') return
    queryClient.clear()
    void router.invalidate()
  })
})
const watch = () => {
  if (document.visibilityState === 'visible') void checkSession()
}
document.addEventListener('visibilitychange', watch)
setInterval(watch, 30_000)

receiveDrops()
fetchShared()
workOffline()
showPage(
  // Base UI would add style elements of its own, which the content security policy forbids.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
    <Toasts />
  </CSPProvider>,
)
