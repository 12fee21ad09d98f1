import { useMutation } from '@tanstack/react-query'
import { FileCheck, FileDown } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useKeptCopies } from './kept-copies.js'
import { saveCopies } from './save-copies.js'

/** Copies that were stamped, to be saved: nothing else has them. */
export function CopiesToSave() {
  const { t } = useTranslation('copies')
  const kept = useKeptCopies()
  const count = kept.list.length
  const save = useMutation({
    mutationFn: () => saveCopies(kept.list, `${t('save.archive')}.zip`),
    onSuccess: () => kept.markSaved(),
  })
  if (count === 0) return null
  const lost = save.data ?? []
  return (
    <section
      aria-label={t('save.title', { count })}
      className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-4">
        <FileCheck className="size-5 shrink-0 text-wood" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg font-semibold">{t('save.title', { count })}</h2>
          <p className="text-base text-soft" role="status">
            {t(kept.isSaved ? 'save.saved' : 'save.text', { count })}
          </p>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:flex-col-reverse">
          {kept.isSaved ? null : (
            <Button look="quiet" onClick={() => kept.clear()}>
              {t('save.discard')}
            </Button>
          )}
          <Button look={kept.isSaved ? 'secondary' : 'primary'} busy={save.isPending} onClick={() => save.mutate()}>
            <FileDown aria-hidden="true" />
            {t(count === 1 ? 'save.one' : 'save.zip')}
          </Button>
        </div>
      </div>
      {lost.length > 0 ? (
        <div role="alert" className="text-sm text-seal">
          <p>{t('save.lost', { count: lost.length })}</p>
          <ul className="mt-1 list-disc ps-4">
            {lost.map((name) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
