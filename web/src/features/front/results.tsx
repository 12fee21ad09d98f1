import { useEffect, useRef } from 'react'
import { keepDocuments } from '../../session/kept-documents.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import type { LookedUp } from './look-up.js'

/** The answer for each document, and the way to a stamp for those without one. */
export function Results({ results, onAgain }: { results: readonly LookedUp[]; onAgain: () => void }) {
  const { t } = useTranslation('front')
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  const unstamped = results.flatMap(({ name, hash, code }) => (hash !== null && code === null ? [{ name, hash }] : []))
  const stamp = () => {
    keepDocuments(unstamped)
    location.assign('/portal/stamps/new')
  }
  return (
    <>
      <h2 ref={head} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('results.title', { count: results.length })}
      </h2>
      <ul className="-mx-1 flex max-h-72 flex-col divide-y divide-line overflow-y-auto px-1">
        {results.map(({ name, hash, code }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: documents may have the same name and content, and never move
          <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</span>
            {code === null ? (
              <span className="text-sm text-soft">{t(hash === null ? 'results.unreadable' : 'results.unknown')}</span>
            ) : (
              <a href={`/s/${code}`} className="link text-sm">
                {t('results.found')}
              </a>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {unstamped.length > 0 ? (
          <Button look="primary" onClick={stamp}>
            {t('results.stamp', { count: unstamped.length })}
          </Button>
        ) : null}
        <Button onClick={onAgain}>{t('results.again')}</Button>
      </div>
      {unstamped.length > 0 ? <p className="text-sm text-soft">{t('results.kept')}</p> : null}
    </>
  )
}
