import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hashFile } from '../../../hashing/hash-file.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { Progress } from '../../../ui/feedback/progress.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { HashText } from '../../../ui/values/hash-text.jsx'
import { Time } from '../../../ui/values/time.jsx'
import type { FileItem, Version } from '../model/items.js'
import { readVersions } from '../model/queries.js'
import { addUploads } from '../uploads/upload-store.js'

interface CompareDialogProps {
  file: FileItem
  candidate: File
  /** Whether the candidate may be added as a new version. */
  isOwn: boolean
  onClose: () => void
}

/** Compares a local file with the stored one by their fingerprints. The file never leaves the browser. */
export function CompareDialog({ file, candidate, isOwn, onClose }: CompareDialogProps) {
  const { t } = useTranslation(['files', 'common'])
  const [bytes, setBytes] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['files', 'compare', file._id, candidate.name, candidate.size, candidate.lastModified],
    queryFn: async ({ signal }) => {
      const [hash, versions] = await Promise.all([
        hashFile(candidate, { signal, onProgress: setBytes }),
        readVersions(file._id),
      ])
      return { hash, versions, found: versions.find((version) => version.attachmentHash === hash) ?? null }
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const upload = (fileId?: string) => {
    addUploads([candidate], fileId === undefined ? { folderId: file.folderId } : { folderId: file.folderId, fileId })
    onClose()
  }
  const isOther = data !== undefined && data.found === null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('compare.title')}
      footer={
        isOther && isOwn ? (
          <>
            <Button onClick={() => upload()}>{t('compare.asFile')}</Button>
            <Button onClick={() => upload(file._id)}>{t('compare.asVersion')}</Button>
          </>
        ) : (
          <Button look="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        )
      }
    >
      <div aria-live="polite">
        {error ? <ErrorNotice title={t('compare.failed')} error={error} /> : null}
        {data === undefined && !error ? (
          <Progress
            label={t('compare.reading', { name: candidate.name })}
            value={candidate.size === 0 ? null : bytes / candidate.size}
          />
        ) : null}
        {data?.found ? (
          <Same file={file} candidate={candidate} version={data.found} count={data.versions.length} />
        ) : null}
        {data && isOther ? (
          <Verdict icon={<CircleX className="text-seal" aria-hidden="true" />} title={t('compare.otherTitle')}>
            <p>{t('compare.other', { name: candidate.name, file: file.fileName })}</p>
            <dl className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] text-sm">
              <dt className="text-soft">{t('compare.yours')}</dt>
              <dd>
                <HashText value={data.hash} />
              </dd>
              <dt className="text-soft">{t('compare.stored')}</dt>
              <dd>
                <HashText value={file.attachmentHash} />
              </dd>
            </dl>
          </Verdict>
        ) : null}
      </div>
      <p className="mt-6 text-sm text-soft">{t('compare.stays')}</p>
    </Dialog>
  )
}

function Same({
  file,
  candidate,
  version,
  count,
}: {
  file: FileItem
  candidate: File
  version: Version
  count: number
}) {
  const { t } = useTranslation('files')
  const names = { name: candidate.name, file: file.fileName }
  return (
    <Verdict icon={<CircleCheck className="text-moss" aria-hidden="true" />} title={t('compare.sameTitle')}>
      <p>
        {version.isCurrent ? t('compare.same', names) : t('compare.older', { ...names, number: version.number, count })}
      </p>
      <p className="mt-1 text-soft">
        {t('compare.since')} <Time at={version.createdAt} />
      </p>
    </Verdict>
  )
}

function Verdict({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 [&>svg]:size-9 [&>svg]:shrink-0 [&>svg]:stroke-[1.5]">
      {icon}
      <div className="min-w-0 flex-1 break-words">
        <p className="text-lg font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}
