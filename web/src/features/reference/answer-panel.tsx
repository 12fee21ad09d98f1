import { useLanguage, useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { bytesText } from '../../ui/values/formats.js'
import { saveBlob } from '../../ui/values/save-blob.js'
import type { Arrived } from './model/send.js'

/** The answer to a request from this page. */
export function AnswerPanel({ answer, name }: { answer: Arrived; name: string }) {
  const { t } = useTranslation('reference')
  const { status, statusText, ms, headers, text, isCut } = answer
  return (
    <div className="mt-6 border-t border-line pt-4">
      <h3 className="sr-only">{t('try.answer')}</h3>
      <p role="status" className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <span className={cn('font-mono font-semibold', status < 400 ? 'text-moss' : 'text-seal')}>
          {status} {statusText}
        </span>
        <span className="tabular text-sm text-soft">{t('try.took', { ms })}</span>
      </p>
      {text === null ? (
        <Content answer={answer} name={name} />
      ) : (
        <CodeBlock label={t('try.answer')} text={text} copyLabel={t('try.copy')} />
      )}
      {isCut ? <p className="mt-1 text-sm text-soft">{t('try.cut')}</p> : null}
      <Disclosure title={t('headers')} className="mt-2">
        <CodeBlock label={t('headers')} text={headers.map(([header, value]) => `${header}: ${value}`).join('\n')} />
      </Disclosure>
    </div>
  )
}

/** Content that isn't text. */
function Content({ answer: { content, mediaType }, name }: { answer: Arrived; name: string }) {
  const { t } = useTranslation('reference')
  const language = useLanguage()
  if (content === null || content.size === 0) return <p className="text-soft">{t('try.empty')}</p>
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>{t('try.size', { size: bytesText(language, content.size), type: mediaType.replace(/;.*/, '') })}</span>
      <Button size="small" onClick={() => saveBlob(content, name)}>
        {t('try.save')}
      </Button>
    </p>
  )
}
