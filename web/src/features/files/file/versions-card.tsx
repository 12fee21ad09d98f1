import { proofFileName } from '@tallystick/proof'
import { Download, Layers2 } from 'lucide-react'
import { useEffect } from 'react'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Badge } from '../../../ui/feedback/badge.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { chooseFile } from '../../../ui/forms/choose-files.js'
import { Card } from '../../../ui/frame/card.jsx'
import { bytesText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import type { FileDetails, Version } from '../model/items.js'
import { keys, useVersions } from '../model/queries.js'
import { saveAnswer, saveVersion } from '../model/save.js'
import { addUploads, useUploads } from '../uploads/upload-store.js'

/** Versions of a file, and a button to add one. */
export function VersionsCard({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const { data, error, refetch } = useVersions(file._id)
  const arrived = useUploads().filter(({ target, state }) => target.fileId === file._id && state === 'done').length
  useEffect(() => {
    if (arrived === 0) return
    void queryClient.invalidateQueries({ queryKey: keys.file(file._id) })
    void queryClient.invalidateQueries({ queryKey: keys.versions(file._id) })
  }, [arrived, file._id])
  const addVersion = async () => {
    const chosen = await chooseFile()
    if (chosen) addUploads([chosen], { folderId: file.folderId, fileId: file._id })
  }
  return (
    <Card
      title={t('versions')}
      text={t('versionsText')}
      actions={
        file.isOwn ? (
          <Button size="small" onClick={() => void addVersion()}>
            <Layers2 aria-hidden="true" />
            {t('action.newVersion')}
          </Button>
        ) : null
      }
    >
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      <ol aria-label={t('versions')} className="divide-y divide-line">
        {data?.map((version) => (
          <VersionRow key={version.versionId} file={file} version={version} />
        ))}
      </ol>
    </Card>
  )
}

function VersionRow({ file, version }: { file: FileDetails; version: Version }) {
  const { t, i18n } = useTranslation('files')
  const errorText = useErrorText()
  const failed = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })
  const { versionId, number } = version
  const proof = `/api/files/${file._id}/proof?version=${versionId}`
  const name = proofFileName({ name: `${file.fileName}.v${number}`, code: versionId }, 'json')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{t('version', { number })}</span>
          {version.isCurrent ? <Badge tone="accent">{t('current')}</Badge> : null}
        </p>
        <p className="text-sm break-words text-soft">
          {version.file.fileName} · {bytesText(i18n.language, version.file.fileSize)} · <Time at={version.createdAt} />
        </p>
      </div>
      <div className="flex gap-1">
        <Button
          size="small"
          aria-label={t('downloadVersion', { number })}
          onClick={() => void saveVersion(file._id, versionId).catch(failed)}
        >
          <Download aria-hidden="true" />
          {t('action.download')}
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={t('proofOfVersion', { number })}
          onClick={() => void saveAnswer(proof, name).catch(failed)}
        >
          {t('proof')}
        </Button>
      </div>
    </li>
  )
}
