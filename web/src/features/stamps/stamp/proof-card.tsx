import { useMutation } from '@tanstack/react-query'
import { Braces, Download, FileBadge, Globe, Hourglass, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StampDetails } from 'tallystick/stamps'
import { client } from '../../../session/client.js'
import { Button } from '../../../ui/button.jsx'
import { Card } from '../../../ui/card.jsx'
import { ErrorNotice } from '../../../ui/error-notice.jsx'
import { saveBlob } from '../../../ui/save-blob.js'
import { proofName } from './proof-name.js'

type Format = 'pdf' | 'html' | 'json' | 'ots'

const icons: Record<Format, LucideIcon> = { pdf: FileBadge, html: Globe, json: Braces, ots: Hourglass }

/** The proof in every form there is, those for people first. */
export function ProofCard({ stamp }: { stamp: StampDetails }) {
  const { t, i18n } = useTranslation('stamps')
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const isForPeople = format === 'pdf' || format === 'html'
      const language = isForPeople ? `&lang=${i18n.language.toUpperCase()}` : ''
      const response = await client.fetch(`/hash/${stamp.code}/proof?format=${format}${language}`)
      saveBlob(await response.blob(), proofName(stamp, format))
    },
  })
  // OpenTimestamps knows no other hash of today's than this one.
  const formats: Format[] = stamp.hash.length === 64 ? ['pdf', 'html', 'json', 'ots'] : ['pdf', 'html', 'json']
  return (
    <Card title={t('one.proof')} text={stamp.state === 'final' ? t('one.proofText') : t('one.proofWaiting')}>
      {download.error ? <ErrorNotice className="mb-4" title={t('one.downloadFailed')} error={download.error} /> : null}
      <ul className="divide-y divide-line">
        {formats.map((format) => {
          const Icon = icons[format]
          const name = t(`one.formats.${format}`)
          return (
            <li key={format} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Icon className="size-5 shrink-0 text-wood" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-soft">{t(`one.formats.${format}Text`)}</p>
              </div>
              <Button
                size="small"
                busy={download.isPending && download.variables === format}
                aria-label={`${t('one.download')}: ${name}`}
                onClick={() => download.mutate(format)}
              >
                <Download aria-hidden="true" />
                <span className="hidden sm:inline">{t('one.download')}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
