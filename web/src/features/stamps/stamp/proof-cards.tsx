import type { StampDetails } from '@tallystick/sdk'
import { AlarmClockCheck, Braces, Download, FileBadge, Globe, Hourglass, type LucideIcon } from 'lucide-react'
import { verifyCommand } from '../../../checking/verify-command.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { type ProofFormat, proofName, useProofDownload } from './use-proof-download.js'

const icons: Record<ProofFormat, LucideIcon> = {
  pdf: FileBadge,
  html: Globe,
  json: Braces,
  tsr: AlarmClockCheck,
  ots: Hourglass,
}

/** The proof in every format, those for people first. */
export function ProofCard({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const download = useProofDownload(stamp)
  // Of the hashes accepted here, OpenTimestamps supports only SHA-256.
  const formats: ProofFormat[] = ['pdf', 'html', 'json', 'tsr', ...(stamp.hash.length === 64 ? (['ots'] as const) : [])]
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

/** How anyone can verify the stamp without this service. */
export function CheckCard({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const document = stamp.filename.split('/').at(-1) || t('one.documentName')
  const command = verifyCommand(document, proofName(stamp, 'json'))
  const [before, after] = t('one.checkPage', { page: '\n' }).split('\n')
  return (
    <Card title={t('one.check')} text={t('one.checkText')}>
      <p>{t('one.checkDownload')}</p>
      <div className="mt-2 flex items-start gap-2 rounded-lg bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 py-1 font-mono text-sm break-words whitespace-pre-wrap">{command}</code>
        <CopyButton text={command} label={t('one.copyCommand')} />
      </div>
      <p className="mt-2">
        <a href="/verifier" className="link">
          {t('one.getVerifier')}
        </a>
      </p>
      <p className="mt-4 text-soft">
        {before}
        <a href="/verify" className="link">
          {t('one.verifyPage')}
        </a>
        {after}
      </p>
    </Card>
  )
}
