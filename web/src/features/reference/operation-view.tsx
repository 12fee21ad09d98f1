import { useMemo, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Badge } from '../../ui/feedback/badge.jsx'
import { usePageTitle } from '../../ui/frame/page-header.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import { Answers, textOf } from './answers.jsx'
import { CodeExamples } from './code-examples.jsx'
import { useShared } from './context.js'
import { English, Method } from './english.jsx'
import { FieldRow, Fields } from './fields.jsx'
import { type Call, callOf, exampleOf, keyOf, type Values } from './model/call.js'
import { type ApiDocument, type Operation, overview } from './model/document.js'
import { TryIt } from './try-it.jsx'

/** One operation: what it takes and answers on the left, code and trial on the right. */
export function OperationView({ operation }: { operation: Operation }) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const { id, method, path, summary, description, access, isSent } = operation
  usePageTitle(summary)
  return (
    <article className="min-w-0">
      <header className="mb-6">
        <p className="mb-1 text-sm text-soft lg:hidden">
          <a href={`#${overview}`} className="link">
            {t('all')}
          </a>
        </p>
        <div className="flex items-start justify-between gap-3">
          <h1 className="text-2xl font-semibold outline-none" lang="en" tabIndex={-1} id={id}>
            {summary}
          </h1>
          <CopyButton text={`${location.origin}/docs#${id}`} label={t('link')} />
        </div>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Method name={method} className="text-sm" />
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{path}</code>
          {isSent ? null : <CopyButton text={path} label={t('copyPath')} />}
          {isSent ? null : <Badge>{t(`access.${access}`)}</Badge>}
        </p>
        {description ? (
          <p className="mt-3 max-w-prose">
            <English text={description} />
          </p>
        ) : null}
        {isSent ? <p className="mt-3 max-w-prose text-soft">{t('sent')}</p> : null}
      </header>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Parameters operation={operation} />
          <BodyFields operation={operation} />
          <Answers operation={operation} />
        </div>
        <div className="min-w-0">
          {isSent ? <SentExample operation={operation} /> : <Trial document={document} operation={operation} />}
        </div>
      </div>
    </article>
  )
}

function Parameters({ operation: { parameters } }: { operation: Operation }) {
  const { t } = useTranslation('reference')
  if (parameters.length === 0) return null
  return (
    <section aria-labelledby="parameters">
      <h2 id="parameters" className="mb-1 text-lg font-semibold">
        {t('parameters')}
      </h2>
      <ul className="divide-y divide-line">
        {parameters.map((one) => (
          <FieldRow
            key={keyOf(one)}
            name={one.name}
            schema={one.schema}
            description={one.description}
            isRequired={one.required === true}
            where={t(`in.${one.in}`)}
          />
        ))}
      </ul>
    </section>
  )
}

function BodyFields({ operation: { body } }: { operation: Operation }) {
  const { t } = useTranslation('reference')
  if (!body) return null
  return (
    <section aria-labelledby="body">
      <h2 id="body" className="mb-1 text-lg font-semibold">
        {t('body')}
      </h2>
      <p className="font-mono text-sm text-soft">{body.mediaType}</p>
      {body.schema ? <Fields schema={body.schema} /> : null}
    </section>
  )
}

function SentExample({ operation: { body } }: { operation: Operation }) {
  const { t } = useTranslation('reference')
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">{t('example')}</h2>
      <CodeBlock label={t('example')} text={textOf(body?.example ?? {})} />
    </section>
  )
}

/** Code and trial of one request: what is typed here is what the code says. */
function Trial({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const example = useMemo(() => exampleOf(document, operation), [document, operation])
  const [values, setValues] = useState<Values>(example)
  const call = readCall(document, operation, values)
  return (
    <div className="flex flex-col gap-6">
      <CodeExamples call={call ?? callOf(document, operation, { ...values, json: example.json })} />
      <TryIt operation={operation} values={values} onChange={setValues} call={call} />
    </div>
  )
}

/** Returns null while the body isn't JSON. */
function readCall(document: ApiDocument, operation: Operation, values: Values): Call | null {
  try {
    return callOf(document, operation, values)
  } catch {
    return null
  }
}
