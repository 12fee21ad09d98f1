import { AccountLink } from '../../base/account-link.jsx'
import { CodeForm } from '../../base/code-form.jsx'
import { PublicFrame } from '../../base/public-frame.jsx'
import { useTranslation } from '../../texts/translation.js'
import { DropZone } from '../../ui/forms/drop-zone.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { isBusy } from './check-given.js'
import { CheckProgress } from './check-progress.jsx'
import { Finding } from './finding.jsx'
import { useCheck } from './use-check.js'

/** Checks a document: with its proof, alone, or by a code. */
export function VerifyScreen() {
  const { t } = useTranslation('verify')
  const { state, takeFiles, takeDocument, takeCode, confirm, unconfirm, reset } = useCheck()
  return (
    <PublicFrame actions={<AccountLink />}>
      <PageHeader title={t('title')} text={t('text')} />
      {state.step === 'idle' ? (
        <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
          <DropZone
            className="min-h-72"
            multiple
            title={t('drop.title')}
            hint={t('drop.hint')}
            text={t('drop.text')}
            button={t('drop.button')}
            folderButton={t('drop.folder')}
            onFiles={takeFiles}
          />
          <CodeForm
            className="flex flex-col justify-center rounded-2xl border border-line bg-raised p-6"
            label={t('code.label')}
            hint={t('code.hint')}
            action={t('code.button')}
            onCode={takeCode}
          />
        </div>
      ) : null}
      {isBusy(state) ? <CheckProgress state={state} onCancel={reset} /> : null}
      {state.step !== 'idle' && !isBusy(state) ? (
        <Finding
          state={state}
          onFiles={takeFiles}
          onDocument={takeDocument}
          onKnown={confirm}
          onForget={unconfirm}
          onReset={reset}
        />
      ) : null}
      {state.step === 'idle' ? <HowItWorks /> : null}
    </PublicFrame>
  )
}

function HowItWorks() {
  const { t } = useTranslation('verify')
  return (
    <section className="mt-10 border-t border-line pt-10">
      <h2 className="text-lg font-semibold">{t('how.title')}</h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-3">
        {(['stays', 'alone', 'offline'] as const).map((point) => (
          <div key={point}>
            <dt className="font-medium">{t(`how.${point}.title`)}</dt>
            <dd className="mt-1 text-soft">{t(`how.${point}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
