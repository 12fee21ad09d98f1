import type { StampDetails } from '@tallystick/sdk'
import { FileBadge } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { useProofDownload } from './use-proof-download.js'

/** Certificate and public link of one stamp, at once. */
export function TakeOne({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const errorText = useErrorText()
  const download = useProofDownload(stamp)
  const save = () => download.mutate('pdf', { onError: (error) => showToast({ title: errorText(error), tone: 'bad' }) })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" busy={download.isPending} onClick={save}>
        <FileBadge aria-hidden="true" />
        {t('take.certificate')}
      </Button>
      {stamp.isPrivate ? null : (
        <CopyButton withText text={`${location.origin}/s/${stamp.code}`} label={t('one.link')} />
      )}
    </div>
  )
}
