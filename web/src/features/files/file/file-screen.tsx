import { useNavigate, useParams } from '@tanstack/react-router'
import { Download, Ellipsis, Star } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { usePageDrop } from '../../../ui/forms/page-drop.js'
import { Menu } from '../../../ui/frame/menu.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { Breadcrumbs } from '../breadcrumbs.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { FilesDropHint } from '../list/drag-and-drop.jsx'
import { FileActions } from '../list/file-row.jsx'
import type { FileDetails } from '../model/items.js'
import { useFile } from '../model/queries.js'
import { saveFile } from '../model/save.js'
import { useChanges } from '../model/use-changes.js'
import { Preview } from '../preview/preview.jsx'
import { FileFacts } from './file-facts.jsx'
import { ProofCard } from './proof-card.jsx'
import { VersionsCard } from './versions-card.jsx'

/** A file: preview, proof, facts and versions. */
export function FileScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { fileId } = useParams({ from: '/member/files/file/$fileId' })
  const file = useFile(fileId)
  if (file.data) return <Loaded key={fileId} file={file.data} />
  return (
    <>
      <PageHeader title={t('file')} />
      {file.error ? (
        <ErrorNotice title={t('fileNotLoaded')} error={file.error} onRetry={() => void file.refetch()} />
      ) : (
        <SkeletonRows label={t('common:loading')} />
      )}
    </>
  )
}

function Loaded({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const open = useDialogs()
  const { setFavourite } = useChanges()
  const { _id: id, fileName: name, isOwn } = file
  const isOver = usePageDrop(([candidate]) => candidate && open({ show: 'compare', file, candidate, isOwn }))
  const toFolder = () => void navigate({ to: '/files/$folderId', params: { folderId: file.folderId } })
  const download = () => saveFile(id).catch((error: unknown) => showToast({ title: errorText(error), tone: 'bad' }))
  return (
    <div>
      <PageHeader
        title={name}
        above={<Breadcrumbs steps={file.path} of={file} />}
        text={
          isOwn ? (
            file.description || undefined
          ) : (
            <>
              {file.description ? <span className="mb-1 block text-ink">{file.description}</span> : null}
              {t('fileOfOther', { name: file.ownerName })}
            </>
          )
        }
        actions={
          <>
            <Button look="primary" onClick={() => void download()}>
              <Download aria-hidden="true" />
              {t('action.download')}
            </Button>
            {isOwn ? (
              <Button
                size="icon"
                aria-pressed={file.isFavourite}
                aria-label={t('favourite', { name })}
                onClick={() => void setFavourite(id, !file.isFavourite)}
              >
                <Star className={file.isFavourite ? 'fill-wood text-wood' : ''} aria-hidden="true" />
              </Button>
            ) : null}
            <Menu
              trigger={
                <Button size="icon" aria-label={t('actionsOf', { name })}>
                  <Ellipsis aria-hidden="true" />
                </Button>
              }
            >
              <FileActions file={file} isOwn={isOwn} onBinned={toFolder} />
            </Menu>
          </>
        }
      />
      <FilesDropHint text={t('drop.compare')} isOver={isOver} />
      <div className="flex flex-col gap-4">
        <Preview file={file} />
        <ProofCard file={file} />
        <FileFacts file={file} />
        <VersionsCard file={file} />
      </div>
    </div>
  )
}
