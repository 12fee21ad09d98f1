import { FileUp } from 'lucide-react'
import { type DocumentFinding, startFits } from '../../../checking/anchors.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { bytesText } from '../../../ui/values/formats.js'
import { OriginalPart } from '../original-part.jsx'
import type { Judged } from './shared-page.js'
import { useFileChoice } from './use-file-choice.jsx'
import { VerdictMark } from './verdict-mark.jsx'

interface OwnDocumentProps {
  /** Whether a copy was stamped: then its original fits, too. */
  isOfCopy: boolean
  onFiles: (files: File[]) => void
}

/** Asks for the visitor's document. */
export function OwnDocument({ isOfCopy, onFiles }: OwnDocumentProps) {
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
        <h2 className="leading-snug font-semibold sm:text-lg">{t(isOfCopy ? 'own.eitherTitle' : 'own.title')}</h2>
        <p className="text-sm text-soft sm:mt-2 sm:text-base">
          <span className="max-sm:hidden">{t(isOfCopy ? 'own.eitherText' : 'own.text')} </span>
          {t('own.stays')}
        </p>
      </div>
      <Button onClick={choose}>{t('own.button')}</Button>
      {input}
    </section>
  )
}

interface MatchingDocumentProps {
  own: Judged & { document: File }
  onFiles: (files: File[]) => void
}

/** Says that the visitor's document is the one that was stamped, or the original of the copy that was, and takes another. */
export function MatchingDocument({ own: { document, finding, start }, onFiles }: MatchingDocumentProps) {
  const { t, i18n } = useTranslation('shared')
  const { isOver, choose, input } = useFileChoice(onFiles)
  const size = bytesText(i18n.language, document.size)
  const is = partOf(finding)
  return (
    <section
      data-over={isOver || undefined}
      data-testid="own-document"
      className="flex flex-col items-start justify-center gap-3 rounded-xl border border-line bg-raised p-4 transition-colors data-over:border-wood data-over:bg-wood-wash sm:p-6"
    >
      <h2 className="flex items-center gap-2 font-semibold sm:text-lg">
        <VerdictMark outcome="stated" className="text-ink" />
        {t(`matches.${is}.title`)}
      </h2>
      <p className="text-soft [overflow-wrap:anywhere]">{t(`matches.${is}.text`, { name: document.name, size })}</p>
      {start && startFits(finding) ? <OriginalPart copy={document} length={start.length} finding={undefined} /> : null}
      <Button onClick={choose}>{t('own.another')}</Button>
      {input}
    </section>
  )
}

/** Returns which of the two a matching document is; `document` where the proof names no original. */
function partOf({ caveats }: DocumentFinding): 'document' | 'copy' | 'original' {
  for (const { code, facts } of caveats) if (code === 'original') return facts.case === 'given' ? 'original' : 'copy'
  return 'document'
}
