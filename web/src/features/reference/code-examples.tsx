import { useTranslation } from '../../texts/translation.js'
import { Toggle } from '../../ui/forms/toggle.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { curl } from './code/curl.js'
import { python } from './code/python.js'
import { typescript } from './code/typescript.js'
import { type CodeLanguage, useShared } from './context.js'
import type { Call } from './model/call.js'

const writers: Record<CodeLanguage, (call: Call, origin: string) => string> = {
  curl,
  TypeScript: typescript,
  Python: python,
}
const languages = Object.keys(writers) as CodeLanguage[]

/** A request as code. */
export function CodeExamples({ call }: { call: Call }) {
  const { t } = useTranslation('reference')
  const { language, setLanguage } = useShared()
  return (
    <section aria-labelledby="code">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="code" className="text-lg font-semibold">
          {t('code.title')}
        </h2>
        <Toggle
          label={t('code.languages')}
          value={language}
          onChange={setLanguage}
          choices={languages.map((value) => ({ value, label: value }))}
        />
      </div>
      <CodeBlock label={language} text={writers[language](call, location.origin)} copyLabel={t('code.copy')} />
      {call.operation.access === 'token' ? <p className="mt-2 text-sm text-soft">{t('code.token')}</p> : null}
    </section>
  )
}
