import { useTranslation } from '../../texts/translation.js'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { useShared } from './context.js'
import { Code, English } from './english.jsx'
import { Fields } from './fields.jsx'
import { type Answer, type Operation, resolved } from './model/document.js'
import { fieldsOf } from './schema-words.js'

/** The answers of an operation: successes with their content, then refusals with their codes. */
export function Answers({ operation: { answers } }: { operation: Operation }) {
  const { t } = useTranslation('reference')
  const isSuccess = ({ status }: Answer) => /^[23]/.test(status)
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="mb-2 text-lg font-semibold">
        {t('answers')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {answers.filter(isSuccess).map((answer) => (
          <Success key={answer.status} answer={answer} />
        ))}
        {answers
          .filter((answer) => !isSuccess(answer))
          .map(({ status, description }) => (
            <li key={status} className="flex gap-4 py-2.5">
              <Status of={status} />
              <English text={description} className="min-w-0 text-base text-soft" />
            </li>
          ))}
      </ul>
    </section>
  )
}

function Status({ of }: { of: string }) {
  const { t } = useTranslation('reference')
  return (
    <span className="w-12 shrink-0 font-mono text-sm font-semibold">{of === 'default' ? t('otherErrors') : of}</span>
  )
}

function Success({ answer: { status, description, headers = {}, content = {} } }: { answer: Answer }) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const types = Object.keys(content)
  const [first] = Object.values(content)
  const schema = first?.schema
  return (
    <li className="flex gap-4 py-2.5">
      <Status of={status} />
      <div className="min-w-0 flex-1">
        <p>
          <English text={description} />
        </p>
        <p className="mt-0.5 font-mono text-sm [overflow-wrap:anywhere] text-soft">
          {types.length > 0 ? types.join(', ') : t('none')}
        </p>
        {schema && fieldsOf(document, schema).length > 0 ? (
          <Disclosure title={t('fields')} className="mt-1">
            <Fields schema={schema} />
          </Disclosure>
        ) : null}
        {first?.example === undefined ? null : (
          <Disclosure title={t('example')}>
            <CodeBlock label={t('example')} text={textOf(first.example)} />
          </Disclosure>
        )}
        {Object.keys(headers).length > 0 ? (
          <Disclosure title={t('headers')}>
            <ul className="divide-y divide-line">
              {Object.entries(headers).map(([name, header]) => (
                <li key={name} className="py-2 text-base">
                  <Code className="font-semibold">{name}</Code>{' '}
                  <English
                    text={resolved<{ description?: string }>(document, header).description ?? ''}
                    className="text-soft"
                  />
                </li>
              ))}
            </ul>
          </Disclosure>
        ) : null}
      </div>
    </li>
  )
}

/** Returns an example as it is sent. */
export const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)
