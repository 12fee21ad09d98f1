import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { PaneContent } from '../../../ui/frame/pane-content.jsx'
import { paneFacts, panePart, SidePane } from '../../../ui/frame/side-pane.jsx'
import { bytesText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import { Thumbnail } from '../list/thumbnail.jsx'
import type { FileDetails } from '../model/items.js'
import { useFile } from '../model/queries.js'
import { saveFile } from '../model/save.js'
import { ProofMenu } from './proof-menu.jsx'
import { ProofState } from './proof-state.jsx'

/** The open file beside the list of its folder. */
export function FilePane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('files')
  const query = useFile(id)
  return (
    <SidePane label={t('pane.label')} close={t('pane.close')} onClose={onClose}>
      <PaneContent query={query} failed={t('fileNotLoaded')}>
        {(file) => <Content file={file} />}
      </PaneContent>
    </SidePane>
  )
}

function Content({ file }: { file: FileDetails }) {
  const { t, i18n } = useTranslation('files')
  const errorText = useErrorText()
  const { _id: id, fileName: name, description, blockTime } = file
  const download = () => saveFile(id).catch((error: unknown) => showToast({ title: errorText(error), tone: 'bad' }))
  return (
    <>
      <section className={panePart}>
        <Thumbnail file={file} className="h-44 w-full" />
        <div>
          <h2 className="text-lg font-semibold break-words">{name}</h2>
          {description ? <p className="mt-1 text-soft break-words">{description}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void download()}>
            <Download aria-hidden="true" />
            {t('action.download')}
          </Button>
          <ProofMenu file={file} />
        </div>
        <Link to="/files/file/$fileId" params={{ fileId: id }} className="link self-start">
          {t('pane.page')}
        </Link>
      </section>
      <section className={panePart}>
        <ProofState file={file} />
      </section>
      <dl className={paneFacts}>
        {blockTime === null ? null : (
          <>
            <dt className="text-soft">{t('inBlockSince')}</dt>
            <dd>
              <Time at={blockTime} withSeconds />
            </dd>
          </>
        )}
        <dt className="text-soft">{t('size')}</dt>
        <dd>{bytesText(i18n.language, file.file.fileSize)}</dd>
        <dt className="text-soft">{t('added')}</dt>
        <dd className="break-words">
          <Time at={file.createdAt} /> · {file.uploadedBy || file.ownerName}
        </dd>
        <dt className="text-soft">{t('who')}</dt>
        <dd>{t(`typeShort.${file.fileType}`)}</dd>
      </dl>
    </>
  )
}
