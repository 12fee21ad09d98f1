import { useTranslation } from 'react-i18next'
import type { StampDetails } from 'tallystick/stamps'
import { Card } from '../../../ui/card.jsx'
import { CopyButton } from '../../../ui/copy-button.jsx'
import { documentName, proofName } from './proof-name.js'

/** How somebody else finds out that the stamp is right, without asking this service. */
export function CheckCard({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const command = `npx tallystick verify ${quoted(documentName(stamp.filename))} ${quoted(proofName(stamp, 'json'))}`
  const [before, after] = t('one.checkPage', { page: '\n' }).split('\n')
  return (
    <Card title={t('one.check')} text={t('one.checkText')}>
      <p>{t('one.checkDownload')}</p>
      <div className="mt-2 flex items-start gap-2 rounded-lg bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 py-1 font-mono text-sm break-words whitespace-pre-wrap">{command}</code>
        <CopyButton text={command} label={t('one.copyCommand')} />
      </div>
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

/** As shells read it as one word. */
function quoted(text: string): string {
  return /^[\w.,@%+=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
