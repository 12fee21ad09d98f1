import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../session/client.js'
import { restMs } from '../../ui/forms/search-field.jsx'
import { keptName } from '../../ui/values/kept-name.js'

/** A stamp, folder or file whose name fits. */
export interface Found {
  kind: 'stamp' | 'folder' | 'file'
  /** Code of a stamp, ID of the others. */
  id: string
  name: string
}

/** Of each kind. */
const foundMax = 5
/** A single letter is in nearly every name. */
const lettersMin = 2

/** Searches the account for names, once typing rests; a search that is no longer wanted is cancelled. */
export function useFound(text: string): UseQueryResult<readonly Found[]> {
  const rested = useRested(text.trim())
  return useQuery({
    queryKey: ['palette', rested],
    queryFn: ({ signal }) => find(rested, signal),
    enabled: rested.length >= lettersMin,
    // A folder just made is looked for next.
    staleTime: 0,
    ...(rested.length >= lettersMin ? { placeholderData: keepPreviousData } : {}),
  })
}

async function find(text: string, signal: AbortSignal): Promise<Found[]> {
  const query = { search: text, limit: foundMax }
  const [stamps, items] = await Promise.all([
    client.get('/hash', { params: { query: { ...query, page: 1 } }, signal }),
    client.get('/api/search', { params: { query: { ...query, search: keptName(text) } }, signal }),
  ])
  return [
    ...('files' in stamps ? stamps.files : []).map(({ code, name }) => ({ kind: 'stamp' as const, id: code, name })),
    ...items.data.map((item) =>
      item.type === 'folder'
        ? { kind: 'folder' as const, id: item._id, name: item.folderName }
        : { kind: 'file' as const, id: item._id, name: item.fileName },
    ),
  ]
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
