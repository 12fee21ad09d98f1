import { useTranslation } from 'react-i18next'
import { bytesText } from '../../ui/amounts.js'
import { localeOf } from '../../ui/locale.js'
import { PageHeader } from '../../ui/page-header.jsx'
import type { PublicPage } from './lookup.js'

/** Name, owner and description of what a code stands for. */
export function SharedHeader({ page }: { page: PublicPage }) {
  const { t, i18n } = useTranslation('verify')
  const isFile = page.type === 'file'
  const code = isFile ? page.uniqueId : page.code
  const line = [
    page.ownerName === '' ? t('shared.code', { code }) : t('shared.by', { owner: page.ownerName, code }),
    isFile ? bytesText(localeOf(i18n.language), page.fileSize) : '',
  ].filter((part) => part !== '')
  const descriptions = isFile ? [page.description] : page.metaData.map(descriptionOf)
  return (
    <PageHeader
      title={isFile ? page.fileName : page.filename}
      text={
        <>
          {line.join('\u00a0· ')}
          {descriptions
            .filter((text) => text !== '')
            .map((text) => (
              <span key={text} className="mt-1.5 block break-words whitespace-pre-line text-ink">
                {text}
              </span>
            ))}
        </>
      }
    />
  )
}

function descriptionOf({ description }: { [key: string]: unknown }): string {
  return typeof description === 'string' ? description : ''
}
