/** States that the list can be filtered by. */
export const accountStates = ['open', 'disabled', 'deleting', 'operator'] as const
/** Columns that sort the list. */
const sorts = ['created', 'email', 'storage'] as const
export type AccountSort = (typeof sorts)[number]

/** Search and order of the list of accounts, as the page's address holds them; empty: all, newest first. */
export interface AccountSearch {
  q?: string
  state?: (typeof accountStates)[number]
  sort?: AccountSort
  order?: 'asc' | 'desc'
  /** ID of the account beside the list. */
  open?: string
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads them from the page's address. */
export function readAccountSearch({ q, state, sort, order, open }: Record<string, unknown>): AccountSearch {
  const found = {
    q: textIn(q),
    state: accountStates.find((known) => known === state),
    sort: sorts.find((known) => known === sort),
    order: order === 'asc' || order === 'desc' ? order : undefined,
    open: textIn(open),
  } as const
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
