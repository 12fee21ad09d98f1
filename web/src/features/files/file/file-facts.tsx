import { Pencil } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { bytesText, countText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { FileDetails } from '../model/items.js'

/** Facts about a file. */
export function FileFacts({ file }: { file: FileDetails }) {
  const { t, i18n } = useTranslation('files')
  const open = useDialogs()
  const { fileSize, mimetype, pageNumber, width, height, fileName } = file.file
  const isPdf = mimetype === 'application/pdf'
  return (
    <Card
      title={t('details')}
      actions={
        file.isOwn ? (
          <Button size="small" onClick={() => open({ show: 'describe', file })}>
            <Pencil aria-hidden="true" />
            {t('action.describe')}
          </Button>
        ) : null
      }
    >
      <Facts>
        <Fact name={t('description')}>
          {file.description || <span className="text-soft">{t('noDescription')}</span>}
        </Fact>
        <Fact name={t('size')}>
          {bytesText(i18n.language, fileSize)}
          {fileSize < 1000 ? null : (
            <span className="text-soft">
              {' '}
              ({t('bytes', { count: fileSize, formatted: countText(i18n.language, fileSize) })})
            </span>
          )}
        </Fact>
        <Fact name={t('kind')}>
          {mimetype === 'application/octet-stream' ? t('kindUnknown') : mimetype}
          {isPdf ? `, ${t('pages', { count: pageNumber })}` : ''}
          {!isPdf && width > 0 ? `, ${width} × ${height}` : ''}
        </Fact>
        {fileName === file.fileName ? null : <Fact name={t('originalName')}>{fileName}</Fact>}
        <Fact name={t('added')}>
          <Time at={file.createdAt} /> · {file.uploadedBy || file.ownerName}
        </Fact>
        <Fact name={t('who')}>{t(`typeShort.${file.fileType}`)}</Fact>
      </Facts>
    </Card>
  )
}
