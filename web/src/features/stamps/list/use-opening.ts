import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useOpenBeside } from '../../../ui/list/open-beside.js'

/** Returns where the names in a table of stamps lead, and what opens a stamp there: the pane beside the list, or its page. */
export function useOpening(opens: 'pane' | 'page') {
  const router = useRouter()
  const navigate = useNavigate()
  const { besideHref, openBeside } = useOpenBeside()
  const { basepath } = router
  const pageHref = useCallback((code: string) => `${basepath}/stamps/${code}`, [basepath])
  if (opens === 'pane') return { hrefOf: besideHref, onOpen: openBeside, onNear: () => undefined }
  return {
    hrefOf: pageHref,
    onOpen: (code: string) => void navigate({ to: '/stamps/$code', params: { code } }),
    onNear: () => void router.preloadRoute({ to: '/stamps/$code', params: { code: 'any' } }),
  }
}
