import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { DropZone } from '../../../ui/drop-zone.jsx'
import { showToast } from '../../../ui/toast.jsx'
import { ReleaseForm } from './release-form.jsx'
import type { StampRun } from './run.js'
import { RunDone } from './run-done.jsx'
import { RunList } from './run-list.jsx'
import { RunSummary } from './run-summary.jsx'
import { useRun } from './use-run.js'

/** Where documents are dropped, seen on their way, and stamped. */
export function StampPanel() {
  const { t } = useTranslation('stamping')
  const run = useRun()
  const zone = {
    button: t('drop.files'),
    folderButton: t('drop.folder'),
    multiple: true,
    onFiles: (files: File[]) => run.addFiles(files),
  }
  if (run.items.length === 0) return <DropZone title={t('drop.title')} text={t('drop.text')} {...zone} />
  return (
    <div className="flex flex-col gap-5">
      <RunSummary run={run} />
      <RunList run={run} />
      {run.isDone ? <RunDone run={run} /> : run.isReleased ? null : <DropZone title={t('drop.more')} slim {...zone} />}
      {run.isReleased ? null : <ReleaseForm run={run} />}
      {run.isBusy ? <Cancel run={run} /> : null}
    </div>
  )
}

function Cancel({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const cancel = () => {
    const count = run.counts.stamped
    run.clear()
    showToast({ title: t('run.cancelled', { count }) })
  }
  return (
    <Button className="self-end" onClick={cancel}>
      {t('run.cancel')}
    </Button>
  )
}
