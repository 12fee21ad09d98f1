import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../base/queries.js'
import { changeAccount, type OperatorData, readAccount, readOperator } from '../../session/operator-api.js'
import type { AccountSearch } from './account-search.js'

/** An account of the list. */
export type ListedAccount = OperatorData<'/accounts'>['data'][number]
/** An account with its usage, and what operators did to it. */
export type OpenedAccount = OperatorData<'/accounts/{accountId}'>

const pageItems = 50
/** While the page is visible: a tab in the background asks nothing. */
const reloadMs = 10_000

/** Reads a part of the overview, again every ten seconds. */
export function partQuery<Path extends '/state' | '/queue' | '/lanes' | '/storage' | '/mails'>(path: Path) {
  return queryOptions({
    queryKey: ['operator', path],
    queryFn: async () => (await readOperator(path)).data,
    refetchInterval: reloadMs,
  })
}

/** Reads the settings. They hold until the service starts again. */
export const settingsQuery = queryOptions({
  queryKey: ['operator', 'settings'],
  queryFn: async () => (await readOperator('/settings')).data,
})

/** Lists accounts that a search finds, in its order. */
export function accountsQuery({ q, state, sort, order }: AccountSearch) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'accounts', q, state, sort, order],
    queryFn: async ({ pageParam: cursor }) => {
      const query = { limit: pageItems, search: q, state, sort, order, cursor: cursor ?? undefined }
      const { data, next } = await readOperator('/accounts', query)
      return { count: data.count, accounts: data.data, next }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: reloadMs,
  })
}

/** Reads one account. */
export function accountQuery(accountId: string) {
  return queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: () => readAccount(accountId),
    refetchInterval: reloadMs,
  })
}

/** Disables or enables an account, and has what shows it read it again. */
export async function change({ id }: OpenedAccount, to: 'disable' | 'enable', reason: string): Promise<void> {
  await changeAccount(id, to, reason)
  await queryClient.invalidateQueries({ queryKey: ['operator'] })
}
