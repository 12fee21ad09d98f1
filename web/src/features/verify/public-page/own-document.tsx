import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { bytesText } from '../../../ui/values/formats.js'
import { useFileChoice } from './use-file-choice.jsx'
import { VerdictMark } from './verdict-mark.jsx'

/** Asks for the visitor's document. */
export function OwnDocument({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('shared')
  const { isOver, choose, input } = useFileChoice(onFiles)
  return (
    <section
      data-over={isOver || undefined}
      data-testid="own-document"
      className={cn(
        'flex items-center justify-between gap-3 rounded-xl border-2 border-dashed border-edge/50 bg-raised px-4 py-3 transition-colors sm:flex-col sm:items-start sm:justify-center sm:p-6',
        'data-over:border-wood data-over:bg-wood-wash',
      )}
    >
      <FileUp className="hidden size-7 stroke-[1.5] text-wood sm:block" aria-hidden="true" />
      <div>
        <h2 className="leading-snug font-semibold sm:text-lg">{t('own.title')}</h2>
        <p className="text-sm text-soft sm:mt-2 sm:text-base">
          <span className="max-sm:hidden">{t('own.text')} </span>
          {t('own.stays')}
        </p>
      </div>
      <Button onClick={choose}>{t('own.button')}</Button>
      {input}
    </section>
  )
}

/** Says that the visitor's document is the one that was stamped, and takes another. */
export function MatchingDocument({ document, onFiles }: { document: File; onFiles: (files: File[]) => void }) {
  const { t, i18n } = useTranslation('shared')
  const { isOver, choose, input } = useFileChoice(onFiles)
  const size = bytesText(i18n.language, document.size)
  return (
    <section
      data-over={isOver || undefined}
      data-testid="own-document"
      className="flex flex-col items-start justify-center gap-3 rounded-xl border border-line bg-raised p-4 transition-colors data-over:border-wood data-over:bg-wood-wash sm:p-6"
    >
      <h2 className="flex items-center gap-2 font-semibold sm:text-lg">
        <VerdictMark outcome="stated" className="text-ink" />
        {t('own.matches')}
      </h2>
      <p className="text-soft [overflow-wrap:anywhere]">{t('own.matchesText', { name: document.name, size })}</p>
      <Button onClick={choose}>{t('own.another')}</Button>
      {input}
    </section>
  )
}
