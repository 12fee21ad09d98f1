import { hasMarkLetters, type PdfPages } from '@tallystick/sdk/copy'
import { useEffect, useState } from 'react'
import { usePortalSettings } from '../../../base/portal-settings.js'
import { useTranslation } from '../../../texts/translation.js'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Toggle } from '../../../ui/forms/toggle.jsx'
import { type CopyChoice, usualPlace } from './choice.js'
import { CopyMaker } from './copy-maker.js'
import { MarkPlacer } from './mark-placer.jsx'

const nameMax = 100

/** A choice of copies, and what it depends on. */
export interface CopyOptionsProps {
  choice: CopyChoice
  onChange: (choice: CopyChoice) => void
  /** The document whose page is shown. */
  sample: File
  /** Whether the stamps will be public. */
  isPublic: boolean
}

/** Name, place and size of the mark, and what becomes of PDFs that can't have one. */
export function CopyOptions({ choice, onChange, sample, isPublic }: CopyOptionsProps) {
  const { t } = useTranslation('copies')
  const pages = usePages(sample)
  const offersSeals = usePortalSettings()?.sealsCopies
  const { name, place, seals, leavesOut } = choice
  const on = place === 'own page' ? 'own' : place.page === 'first' ? 'first' : 'last'
  const usual = place === 'own page' ? usualPlace : place
  return (
    <div className="grid gap-x-10 gap-y-6 rounded-xl border border-line bg-raised p-4 sm:p-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label={t('name')}
          hint={t('nameHint')}
          error={hasMarkLetters(name) ? null : t('problems.letters')}
          className="max-w-md"
        >
          <Input
            value={name}
            maxLength={nameMax}
            autoComplete="organization"
            onValueChange={(name) => onChange({ ...choice, name })}
          />
        </Field>
        <div className="flex flex-col items-start gap-1.5">
          <p className="text-sm font-medium" aria-hidden="true">
            {t('page')}
          </p>
          <Toggle
            label={t('page')}
            value={on}
            onChange={(page) => onChange({ ...choice, place: page === 'own' ? 'own page' : { ...usual, page } })}
            choices={(['last', 'first', 'own'] as const).map((value) => ({ value, label: t(`pages.${value}`) }))}
          />
        </div>
        {offersSeals ? (
          <Checkbox
            label={t('seal')}
            hint={t('sealHint')}
            checked={seals}
            onChange={(seals) => onChange({ ...choice, seals })}
          />
        ) : null}
        <div className="flex flex-col items-start gap-1.5">
          <p className="text-sm font-medium" aria-hidden="true">
            {t('others')}
          </p>
          <Toggle
            label={t('others')}
            value={leavesOut ? 'leave' : 'stamp'}
            onChange={(value) => onChange({ ...choice, leavesOut: value === 'leave' })}
            choices={(['stamp', 'leave'] as const).map((value) => ({ value, label: t(`othersAre.${value}`) }))}
          />
          <p className="text-sm text-soft">{t('othersHint')}</p>
        </div>
        {isPublic ? <Notice>{t('publicDetails')}</Notice> : null}
      </div>
      <MarkPlacer
        name={name}
        place={place}
        page={pages?.[on === 'first' ? 'first' : 'last'] ?? a4}
        of={sample.name}
        onChange={(place) => onChange({ ...choice, place })}
      />
    </div>
  )
}

const a4 = { width: 595, height: 842 }

/** Reads the pages of a document; null before, and of one that has no copy: the run says why. */
function usePages(file: File): PdfPages | null {
  const [pages, setPages] = useState<PdfPages | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const maker = new CopyMaker()
    maker
      .pagesOf(file, left.signal)
      .then(setPages, () => setPages(null))
      .finally(() => maker.stop())
    return () => left.abort()
  }, [file])
  return pages
}
