import type { Page, StampChange, StampDetails } from '@tallystick/sdk'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { usageQuery } from '../../../base/account.js'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import type { StampFilters, StampOrder, StampSummary } from '../stamp-queries.js'
import { type Connection, currentConnection, onConnectionChange, onStampEvent } from './stamp-events.js'

/** Keeps all cached lists and pages of stamps current while a screen uses it. */
export function useLiveStamps(): Connection {
  useEffect(
    () =>
      onStampEvent((event) => {
        reloadSoon(usageQuery.queryKey)
        if (event.name === 'reset') return reloadSoon(['stamps'])
        reloadRunningQueries(['stamps'])
        applyToPages(event.change)
        applyToLists(event.change)
        reloadSoon(['stamps', 'overview'])
        reloadSoon(['stamps', 'runs'])
      }),
    [],
  )
  return useSyncExternalStore(onConnectionChange, currentConnection)
}

const reloads = new Map<string, ReturnType<typeof setTimeout>>()

/** Coalesces reloads of the same query. */
function reloadSoon(queryKey: readonly unknown[]): void {
  const key = JSON.stringify(queryKey)
  if (reloads.has(key)) return
  const reload = () => {
    reloads.delete(key)
    void queryClient.invalidateQueries({ queryKey })
  }
  reloads.set(key, setTimeout(reload, 700))
}

/** A running query may have read the database before the change. */
function reloadRunningQueries(queryKey: readonly unknown[]): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    reloadSoon(query.queryKey)
  }
}

function applyToPages({ code, state, txid, blockNumber, blockTime }: StampChange): void {
  queryClient.setQueriesData<StampDetails>({ queryKey: ['stamps', 'one'] }, (old) =>
    old?.code === code ? { ...old, state, txid, blockNumber, blockTime } : old,
  )
}

function applyToLists(change: StampChange): void {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['stamps', 'list'] })
  for (const { queryKey, state } of lists) {
    const [, , filters, order] = queryKey as [string, string, StampFilters, StampOrder | undefined]
    const isWhole = Object.keys(filters).length === 0 && order === undefined
    const data = state.data as InfiniteData<Page<StampSummary>> | undefined
    const isKnown = data?.pages.some(({ items }) => items.some(({ code }) => code === change.code))
    // Only the service knows whether a changed stamp matches a filter, and where a new time sorts it.
    if (!isWhole && (!isKnown || filters.state !== undefined || order?.sort === 'blockTime')) reloadSoon(queryKey)
    if (data && (isKnown || isWhole))
      queryClient.setQueryData(queryKey, isKnown ? changed(data, change) : added(data, change))
  }
}

type List = InfiniteData<Page<StampSummary>>

function changed(data: List, { code, state, blockTime }: StampChange): List {
  const update = (item: StampSummary) => (item.code === code ? { ...item, state, blockTime } : item)
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(update) })) }
}

function added(data: List, change: StampChange): List {
  const [first, ...rest] = data.pages
  if (!first) return data
  const { id: _id, code, hash, filename: name, isPrivate, timestamp: createdAt, state, blockTime } = change
  // Labels and runs come later, with an answer of their own.
  const item = { _id, name, code, hash, isPrivate, createdAt, state, blockTime, tags: [], run: null }
  // Changes of older stamps do not insert them at the top. Ids start with their time.
  if (first.items[0] && first.items[0]._id > _id) return data
  return { ...data, pages: [{ ...first, count: first.count + 1, items: [item, ...first.items] }, ...rest] }
}

const dots = { connecting: 'bg-edge', live: 'bg-moss', lost: 'bg-seal' }

/** Shows whether the page receives live updates. */
export function LiveMark({ connection }: { connection: Connection }) {
  const { t } = useTranslation('stamping')
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-soft">
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', dots[connection])} />
      {t(connection)}
    </span>
  )
}
