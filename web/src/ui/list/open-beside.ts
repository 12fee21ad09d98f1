import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns the address of this page with an item open beside its list, and what opens one there. The router's own links would take a
 * tenth of the time until a list is shown.
 */
export function useOpenBeside() {
  const { stringifySearch } = useRouter().options
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const besideHref = useCallback(
    (id: string) => `${location.pathname}${stringifySearch({ ...search, open: id })}`,
    [search, stringifySearch],
  )
  const openBeside = (id: string) =>
    void navigate({ to: '.', search: (old) => ({ ...old, open: id }), replace: true, resetScroll: false })
  return { besideHref, openBeside }
}
