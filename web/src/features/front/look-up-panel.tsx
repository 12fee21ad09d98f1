import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { CodeForm } from '../../base/code-form.jsx'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Progress } from '../../ui/feedback/progress.jsx'
import { DropHint } from '../../ui/forms/drop-hint.jsx'
import { FilesInput } from '../../ui/forms/files-input.jsx'
import { usePageDrop } from '../../ui/forms/page-drop.js'
import { type LookedUp, lookUp } from './look-up.js'
import { Results } from './results.jsx'

type State =
  | { step: 'idle' }
  | { step: 'looking'; done: number; all: number }
  | { step: 'done'; results: LookedUp[] }
  | { step: 'failed'; error: unknown }

/** Looks up whether documents have a public stamp: dropped ones, or one by its code. */
export function LookUpPanel() {
  const { t } = useTranslation('front')
  const [state, setState] = useState<State>({ step: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const take = async (files: File[]) => {
    if (files.length === 0) return
    const show = (done: number) => setState({ step: 'looking', done, all: files.length })
    show(0)
    setState(
      await lookUp(files, show).then(
        (results): State => ({ step: 'done', results }),
        (error: unknown): State => ({ step: 'failed', error }),
      ),
    )
  }
  const isOver = usePageDrop(state.step === 'looking' ? undefined : (files) => void take(files))
  return (
    <div
      data-over={isOver || undefined}
      className="flex flex-col gap-4 rounded-xl border-2 border-dashed border-edge/50 bg-raised p-4 transition-colors data-over:border-wood data-over:bg-wood-wash sm:p-6"
    >
      {isOver ? <DropHint text={t('drop.hint')} isOver /> : null}
      {state.step === 'looking' ? (
        <div role="status">
          <Progress label={t('looking')} value={state.done / state.all} aside={`${state.done} / ${state.all}`} />
        </div>
      ) : state.step === 'done' ? (
        <Results results={state.results} onAgain={() => setState({ step: 'idle' })} />
      ) : (
        <>
          {state.step === 'failed' ? <ErrorNotice title={t('results.failed')} error={state.error} /> : null}
          <div>
            <h2 className="text-lg font-semibold">{t('drop.title')}</h2>
            <p className="mt-1 text-soft">{t('drop.text')}</p>
          </div>
          <Button look="primary" className="self-start" onClick={() => input.current?.click()}>
            <FileUp aria-hidden="true" />
            {t('drop.button')}
          </Button>
          <CodeForm label={t('drop.code')} action={t('drop.lookUp')} onCode={(code) => location.assign(`/s/${code}`)} />
          <a href="/verify" className="link text-sm">
            {t('drop.proof')}
          </a>
        </>
      )}
      <FilesInput ref={input} multiple onFiles={(files) => void take(files)} />
    </div>
  )
}
