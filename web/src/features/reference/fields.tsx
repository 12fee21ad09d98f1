import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { useShared } from './context.js'
import { Code, English } from './english.jsx'
import { resolved, type Schema } from './model/document.js'
import { fieldsOf, limitsOf, typeOf } from './schema-words.js'

interface FieldRowProps {
  name: string
  schema: Schema | undefined
  description?: string | undefined
  isRequired: boolean
  /** Where a parameter is. */
  where?: string
  children?: ReactNode
}

/** One field or parameter: name, type, limits, and its description. */
export function FieldRow({ name, schema, description, isRequired, where, children }: FieldRowProps) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const limits = limitsOf(document, schema)
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <Code className="font-semibold">{name}</Code>
        <span lang="en" className="font-mono text-sm [overflow-wrap:anywhere] text-soft">
          {schema ? typeOf(document, schema) : 'string'}
          {limits ? `, ${limits}` : ''}
        </span>
        {where ? <span className="text-sm text-soft">{where}</span> : null}
        {isRequired ? <span className="text-sm font-medium text-wood">{t('required')}</span> : null}
      </p>
      {description ? (
        <p className="mt-0.5 max-w-prose text-base text-soft">
          <English text={description} />
        </p>
      ) : null}
      {children}
    </li>
  )
}

/** The fields of a schema, those of objects in it on request. */
export function Fields({ schema }: { schema: Schema }) {
  const { document } = useShared()
  return fieldsOf(document, schema).map(({ name, properties, required }) => (
    <ul key={name} className="divide-y divide-line">
      {Object.entries(properties).map(([field, inner]) => (
        <Field key={field} name={field} schema={inner} isRequired={required.includes(field)} />
      ))}
    </ul>
  ))
}

function Field({ name, schema, isRequired }: { name: string; schema: Schema; isRequired: boolean }) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const description = schema.description ?? resolved(document, schema).description
  return (
    <FieldRow name={name} schema={schema} description={description} isRequired={isRequired}>
      {fieldsOf(document, schema).length > 0 ? (
        <Disclosure title={<span className="text-sm">{t('inside', { name })}</span>} className="mt-1">
          <div className="border-s-2 border-line ps-4">
            <Fields schema={schema} />
          </div>
        </Disclosure>
      ) : null}
    </FieldRow>
  )
}
