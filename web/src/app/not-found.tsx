import { lazy, Suspense, useEffect } from 'react'
import { MissingPage } from '../base/missing-page.jsx'
import { PublicFrame } from '../base/public-frame.jsx'
import { wasPresent } from '../session/presence.js'
import { currentSession, useAccount } from '../session/session.js'
import { loadShell } from './load-shell.js'

const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))

/** Page for an unknown address. Members keep the navigation. */
export function NotFound() {
  const account = useAccount()
  // No route of a member's has asked whether there is a session.
  useEffect(() => {
    if (wasPresent()) currentSession().catch(() => undefined)
  }, [])
  const page = <MissingPage home="/portal/" />
  if (account === null) return <PublicFrame>{page}</PublicFrame>
  return (
    <Suspense>
      <Shell>{page}</Shell>
    </Suspense>
  )
}
