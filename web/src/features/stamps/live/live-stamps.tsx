import type { Page, StampChange, StampDetails } from '@tallystick/sdk'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../base/queries.js'
import { cn } from '../../../ui/classes.js'
import type { StampFilters, StampSummary } from '../stamp-queries.js'
import { type Connection, currentConnection, onConnectionChange, onStampEvent } from './stamp-events.js'

/** Keeps all cached lists and pages of stamps current while a screen uses it. */
export function useLiveStamps(): Connection {
  useEffect(
    () =>
      onStampEvent((event) => {
        if (event.name === 'reset') return reloadSoon(['stamps'])
        reloadRunningQueries(['stamps'])
        applyToPages(event.change)
        applyToLists(event.change)
        reloadSoon(['stamps', 'counts'])
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
    const filters = queryKey[2] as StampFilters
    const isWhole = Object.keys(filters).length === 0
    const data = state.data as InfiniteData<Page<StampSummary>> | undefined
    const isKnown = data?.pages.some(({ items }) => items.some(({ code }) => code === change.code))
    // Only the service knows whether a changed stamp matches a filter.
    if (!isWhole && (!isKnown || filters.status !== undefined)) reloadSoon(queryKey)
    if (data && (isKnown || isWhole))
      queryClient.setQueryData(queryKey, isKnown ? changed(data, change) : added(data, change))
  }
}

type List = InfiniteData<Page<StampSummary>>

function changed(data: List, { code, state }: StampChange): List {
  const update = (item: StampSummary) => (item.code === code ? { ...item, state } : item)
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(update) })) }
}

function added(data: List, change: StampChange): List {
  const [first, ...rest] = data.pages
  if (!first) return data
  const { id, code, hash, filename, isPrivate, timestamp, state } = change
  const item = { _id: id, name: filename, code, hash, isPrivate, createdAt: timestamp, state }
  // Changes of older stamps do not insert them at the top. Ids start with their time.
  if (first.items[0] && first.items[0]._id > id) return data
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
