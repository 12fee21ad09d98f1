import { useEffect, useMemo, useRef, useState } from 'react'
import { AccountLink } from '../../base/account-link.jsx'
import { addTexts } from '../../base/i18n.js'
import { PublicFrame } from '../../base/public-frame.jsx'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { type CodeLanguage, type Login, SharedContext } from './context.js'
import { English } from './english.jsx'
import { type ApiDocument, found, operationsOf, overview } from './model/document.js'
import { OperationList } from './operation-list.jsx'
import { OperationView } from './operation-view.jsx'

const texts = import.meta.glob<{ reference: object }>('../../texts/*/developers/reference.ts')
await addTexts((language) => texts[`../../texts/${language}/developers/reference.ts`]?.() ?? {})

/** The API reference, made from the service's own OpenAPI document. */
export function ReferenceScreen() {
  const { t } = useTranslation(['reference', 'common'])
  const [document, setDocument] = useState<ApiDocument | null>(null)
  const [error, setError] = useState<unknown>(null)
  const load = () => {
    setError(null)
    readDocument().then(setDocument, setError)
  }
  useEffect(load, [])
  return (
    <PublicFrame isWide actions={<AccountLink />}>
      {document ? (
        <Reference document={document} />
      ) : (
        <>
          <PageHeader title={t('title')} text={t('text')} />
          {error ? (
            <ErrorNotice title={t('failed')} error={error} onRetry={load} />
          ) : (
            // As tall as the page, so the footer stays where it is.
            <div className="min-h-dvh">
              <SkeletonRows label={t('common:loading')} />
            </div>
          )}
        </>
      )}
    </PublicFrame>
  )
}

async function readDocument(): Promise<ApiDocument> {
  const response = await fetch('/openapi.json', { credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as ApiDocument
}

function Reference({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('reference')
  const [login, setLogin] = useState<Login | null>(null)
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  const [search, setSearch] = useState('')
  const operations = useMemo(() => operationsOf(document), [document])
  const current = useAnchor()
  const operation = operations.find(({ id }) => id === current)
  const listed = useMemo(() => found(operations, search), [operations, search])
  const searchField = <Search value={search} onChange={setSearch} count={listed.length} />
  return (
    <SharedContext value={{ document, login, setLogin, language, setLanguage }}>
      {operation ? (
        <div className="grid gap-x-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <nav
            aria-label={t('operations')}
            className="min-w-0 max-lg:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:p-1"
          >
            <a href={`#${overview}`} className="link mb-3 inline-block text-sm">
              {t('all')}
            </a>
            {searchField}
            <OperationList operations={listed} current={current} />
          </nav>
          <OperationView key={operation.id} operation={operation} />
        </div>
      ) : (
        <div className="mx-auto w-full max-w-4xl">
          <Introduction document={document} isLost={current !== '' && current !== overview} />
          {searchField}
          <OperationList isWide operations={listed} current={current} />
        </div>
      )}
    </SharedContext>
  )
}

function Search({ value, onChange, count }: { value: string; onChange: (value: string) => void; count: number }) {
  const { t } = useTranslation('reference')
  return (
    <search className="mb-4 block">
      <Field label={t('search')}>
        <Input type="search" placeholder={t('searchHint')} value={value} onValueChange={onChange} />
      </Field>
      <p role="status" className="mt-1.5 text-sm text-soft">
        {count === 0 ? t('nothing') : t('count', { count })}
      </p>
    </search>
  )
}

function Introduction({ document, isLost }: { document: ApiDocument; isLost: boolean }) {
  const { t } = useTranslation('reference')
  const [before, between, after] = t('documents', { link: '\n', older: '\n' }).split('\n')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {isLost ? <ErrorNotice title={t('unknown')} className="mb-6" /> : null}
      <p className="mb-3 max-w-prose">
        <English text={document.info.description} />
      </p>
      <p className="mb-6 max-w-prose text-soft">
        {before}
        <a className="link" href="/openapi.json">
          openapi.json
        </a>
        {between}
        <a className="link" href="/openapi-3.0.json">
          {t('older')}
        </a>
        {after}
      </p>
    </>
  )
}

/**
 * Returns the operation that the address names after its `#`, and begins each at its top. Links to the reference as it was before
 * (`#/Group/operation`) still lead there.
 */
function useAnchor(): string {
  const [anchor, setAnchor] = useState(readAnchor)
  useEffect(() => {
    const follow = () => setAnchor(readAnchor())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const isFirst = useRef(true)
  useEffect(() => {
    const isOpened = isFirst.current
    isFirst.current = false
    if (isOpened) return
    scrollTo(0, 0)
    document.getElementById(anchor || 'main')?.focus({ preventScroll: true })
  }, [anchor])
  return anchor
}

const readAnchor = () => location.hash.slice(1).split('/').at(-1) ?? ''
