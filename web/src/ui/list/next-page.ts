import { useCallback } from 'react'

/** A list that is loaded page by page, as TanStack Query gives it. */
interface Paged {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * Returns what loads the next page. It is another function once a request has ended: while one is under way, another page isn't asked for,
 * and a list whose end stays in view has to ask again afterwards.
 */
export function useNextPage({ hasNextPage, isFetching, fetchNextPage }: Paged): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, fetchNextPage])
}
