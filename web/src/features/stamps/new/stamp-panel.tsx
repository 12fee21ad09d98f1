import { useEffect, useState } from 'react'
import { useSharedFiles } from '../../../base/installed/shared-files.js'
import { useTranslation } from '../../../texts/translation.js'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { DropZone } from '../../../ui/forms/drop-zone.jsx'
import { later } from '../../../ui/later.js'
import { Spinner } from '../../../ui/spinner.jsx'
import { WaitingCopies } from '../copies/after-run.jsx'
import { useRun } from './run.js'
import { useKeptDocuments } from './use-kept-documents.js'

const panel = later(() => import('./run-panel.jsx'))

/** Drop zone, progress and options of a run. `slim`: for a page with other content. All but the drop zone is loaded after the page. */
export function StampPanel({ slim = false }: { slim?: boolean }) {
  const { t } = useTranslation('stamping')
  const run = useRun()
  const loaded = panel.use()
  useKeptDocuments()
  useSharedFiles((files) => run.addFiles(files))
  const zone = {
    hint: t('drop.hint'),
    button: t('drop.files'),
    folderButton: t('drop.folder'),
    photoButton: t('drop.photo'),
    multiple: true,
    onFiles: (files: File[]) => run.addFiles(files),
  }
  if (run.items.length === 0) {
    const more = slim ? { slim } : { text: t('drop.text') }
    return (
      <div className="flex flex-col gap-4">
        <WaitingCopies />
        <DropZone title={t('drop.title')} {...more} {...zone} />
      </div>
    )
  }
  return loaded ? <loaded.RunPanel run={run} zone={zone} /> : <Loading />
}

/** Stands in for the run until its panel is loaded. */
function Loading() {
  const { t } = useTranslation('common')
  const [error, setError] = useState<unknown>(null)
  const load = () => {
    setError(null)
    panel.load().catch(setError)
  }
  useEffect(load, [])
  return error ? (
    <ErrorNotice title={t('crashed')} error={error} onRetry={load} />
  ) : (
    <Spinner className="mx-auto size-6 text-soft" />
  )
}
