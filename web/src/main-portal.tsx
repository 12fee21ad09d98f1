import './ui/style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { UnreachableError } from './app/loading.js'
import { Providers } from './app/providers.jsx'
import { memberRoute, router } from './app/router.jsx'
import { startI18n } from './base/i18n.js'
import { queryClient } from './base/queries.js'
import { checkSession, currentSession, onSessionChange } from './session/session.js'

// Words, session and the page that was asked for are fetched side by side.
const words = { en: () => import('./texts/en/portal.js'), de: () => import('./texts/de/portal.js') }
const ready = startI18n(async (language) => (await words[language]()).messages)
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  if (routeId === memberRoute.id) currentSession().catch(() => undefined)
  const screen = router.routesById[routeId]?.options.component as { preload?: () => Promise<unknown> } | undefined
  screen?.preload?.().catch(() => undefined)
}
await ready

// A session that ends, here or elsewhere, takes the page with it.
onSessionChange(() => {
  void currentSession().then(({ status }) => {
    if (status !== 'out') return
    queryClient.clear()
    void router.invalidate()
  })
})
const watch = () => {
  if (document.visibilityState === 'visible') void checkSession()
}
document.addEventListener('visibilitychange', watch)
setInterval(watch, 30_000)

const root = document.getElementById('root')
if (root) {
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof UnreachableError)) console.error(error)
  }
  createRoot(root, { onCaughtError }).render(
    <Providers>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  )
}
