import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { inputLook } from '../../../ui/forms/field.jsx'
import { restMs } from '../../../ui/forms/search-field.jsx'
import { usePageKeys } from '../../../ui/keys/use-keys.js'
import { useFolder } from '../model/queries.js'

/** Searches all folders from any page. Results are a page of their own, so that "back" returns to them. */
export function SearchField() {
  const { t } = useTranslation('files')
  const navigate = useNavigate()
  const { folderId } = useParams({ strict: false })
  const { q, from, here } = useSearch({ strict: false })
  const folder = useFolder(folderId ?? 'root')
  const [text, setText] = useState(q ?? '')
  // The part already in the address.
  const known = useRef(q ?? '')
  const input = useRef<HTMLInputElement>(null)
  usePageKeys({ find: () => input.current?.focus() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (text.trim() === known.current) return
    const timer = setTimeout(() => {
      known.current = text.trim()
      const isBegun = q !== undefined
      // Of another account's folders only the open one can be searched.
      const isOthers = folder.data?.isOwn === false
      const place = isBegun
        ? { ...(from && { from }), ...(here && { here }) }
        : { ...(folderId && { from: folderId }), ...(isOthers && { here: true as const }) }
      if (text.trim() !== '') {
        void navigate({ to: '/files/search', search: { q: text.trim(), ...place }, replace: isBegun })
      } else if (isBegun && from) void navigate({ to: '/files/$folderId', params: { folderId: from }, replace: true })
      else if (isBegun) void navigate({ to: '/files', replace: true })
    }, restMs)
    return () => clearTimeout(timer)
  }, [text])
  // Follows links and "back".
  useEffect(() => {
    if ((q ?? '') === known.current) return
    known.current = q ?? ''
    setText(known.current)
  }, [q])
  return (
    <search className="relative block">
      <Search className="pointer-events-none absolute start-3 top-3 size-4.5 text-soft" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={t('search.label')}
        placeholder={t('search.hint')}
        maxLength={255}
        className={cn(inputLook, 'ps-10')}
      />
    </search>
  )
}
