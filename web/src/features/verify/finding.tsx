import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick'
import { Button } from '../../ui/button.jsx'
import { DropZone } from '../../ui/drop-zone.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import type { CheckState } from './check-given.js'
import { DocumentFinding } from './document-finding.jsx'
import { FolderFinding } from './folder/folder-finding.jsx'
import { Unreachable } from './lookup.js'

interface FindingProps {
  state: CheckState
  onFiles: (files: File[]) => void
  /** Checks a file as the document, whatever it carries. */
  onDocument: (file: File) => void
  /** Begins anew; without it there is no such button. */
  onReset?: () => void
}

/** What came out of a check, and what can be done next. */
export function Finding({ state, onFiles, onDocument, onReset }: FindingProps) {
  const { t } = useTranslation('verify')
  const top = useRef<HTMLDivElement>(null)
  // The answer is read out, and is where the keyboard goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another answer
  useEffect(() => top.current?.focus({ preventScroll: true }), [state])
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {state.step === 'judged' ? <DocumentFinding {...state} onFiles={onFiles} onDocument={onDocument} /> : null}
      {state.step === 'folder' ? (
        <FolderFinding
          manifest={state.manifest}
          comparison={state.comparison}
          name={state.evidence.file?.name ?? ''}
          onFiles={onFiles}
        />
      ) : null}
      {state.step === 'unknown' ? (
        <EmptyState
          title={t(`unknown.${state.what}.title`)}
          text={
            <>
              {t(`unknown.${state.what}.text`, { code: state.code ?? '' })}
              {state.digest ? (
                <span className="mt-3 block font-mono text-sm break-all" data-testid="digest">
                  {state.digest}
                </span>
              ) : null}
            </>
          }
          action={
            state.what === 'code' ? null : (
              <DropZone
                title={t('unknown.proof.title')}
                text={t('unknown.proof.text')}
                button={t('unknown.proof.button')}
                onFiles={onFiles}
                className="w-full max-w-xl py-6"
              />
            )
          }
        />
      ) : null}
      {state.step === 'stray' ? (
        <EmptyState
          title={t('stray.title', { count: state.files })}
          text={t('stray.text')}
          action={
            <DropZone
              title={t('stray.drop')}
              text={t('stray.dropText')}
              button={t('stray.button')}
              onFiles={onFiles}
              className="w-full max-w-xl py-6"
            />
          }
        />
      ) : null}
      {state.step === 'failed' ? <Failure error={state.error} /> : null}
      {onReset ? (
        <Button className="self-start" onClick={onReset}>
          {t('again')}
        </Button>
      ) : null}
    </div>
  )
}

/** The service refused or is away; or the file itself could not be read. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('verify')
  const isService = error instanceof ServiceError || error instanceof Unreachable
  return isService ? <ErrorNotice title={t('failed')} error={error} /> : <ErrorNotice title={t('unreadable')} />
}
