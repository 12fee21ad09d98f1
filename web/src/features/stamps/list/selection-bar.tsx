import { EllipsisVertical, FileArchive, FileBadge, Globe, Sheet, Tag, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { useBottomEdge } from '../../../ui/frame/bottom-edge.js'
import { Menu, MenuItem } from '../../../ui/frame/menu.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import { countText } from '../../../ui/values/formats.js'
import { type ExportFormat, type Select, selectMax } from '../kept.js'
import type { StampFilters, StampSummary } from '../stamp-queries.js'
import { useExport } from '../use-export.js'
import { PublishDialog } from './publish-dialog.jsx'
import { TagDialog } from './tag-dialog.jsx'

interface SelectionBarProps {
  selection: Selection<StampSummary>
  /** Number of stamps that the list's filters match. */
  count: number
  filters: StampFilters
}

/** Rises from below while stamps are selected, with the actions on them. */
export function SelectionBar({ selection, count, filters }: SelectionBarProps) {
  const { t, i18n } = useTranslation('stamps')
  const edge = useBottomEdge('--bar')
  const { selected, isEvery, selectEvery, clear } = selection
  const number = isEvery ? count : selected.length
  if (number === 0) return null
  const [chosen, all] = [number, count].map((value) => countText(i18n.language, value))
  return (
    <div
      ref={edge}
      role="toolbar"
      aria-label={t('selection.chosen', { count: number })}
      className="sticky bottom-[calc(1rem+var(--dock,0px))] z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-x-1 gap-y-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-float max-sm:w-full max-sm:justify-between"
    >
      <p role="status" className="tabular text-sm font-medium whitespace-nowrap">
        {t('selection.of', { chosen, all })}
      </p>
      {isEvery ? null : (
        <Button look="quiet" size="small" className="text-wood underline underline-offset-4" onClick={selectEvery}>
          {t('selection.every')}
        </Button>
      )}
      <Button look="quiet" size="icon-small" className="sm:order-last" aria-label={t('selection.none')} onClick={clear}>
        <X aria-hidden="true" />
      </Button>
      <Actions selection={selection} count={number} filters={filters} />
    </div>
  )
}

const buttonShape = 'max-sm:min-h-13 max-sm:flex-col max-sm:gap-1 max-sm:px-1'

function Actions({ selection, count, filters }: SelectionBarProps) {
  const { t } = useTranslation('stamps')
  const { save, preparing } = useExport()
  const [asked, setAsked] = useState<'tag' | 'publish' | null>(null)
  const { selected, isEvery } = selection
  const select: Select = isEvery ? { filter: filters } : { codes: selected.map(({ code }) => code) }
  // The API takes either some stamps by name, or all that match.
  const whenFew = (act: () => void) => () =>
    isEvery || selected.length <= selectMax
      ? act()
      : showToast({ title: t('selection.tooMany', { count: selectMax }), tone: 'bad' })
  const saving = (format: ExportFormat) => ({
    onClick: whenFew(() => save(format, select)),
    busy: preparing === format,
  })
  const more = [
    { icon: <Tag aria-hidden="true" />, label: t('selection.tag'), act: whenFew(() => setAsked('tag')) },
    { icon: <Globe aria-hidden="true" />, label: t('selection.publish'), act: () => setAsked('publish') },
  ]
  return (
    <>
      <div className="flex items-center max-sm:grid max-sm:w-full max-sm:grid-cols-4 sm:@max-[54rem]:[&_svg]:hidden">
        <Button look="quiet" size="small" className={buttonShape} {...saving('zip')}>
          <FileArchive aria-hidden="true" />
          {t('selection.zip')}
        </Button>
        <Menu
          trigger={
            <Button look="quiet" size="small" className={buttonShape}>
              <Sheet aria-hidden="true" />
              {t('selection.list')}
            </Button>
          }
        >
          <MenuItem onSelect={whenFew(() => save('csv', select))}>CSV</MenuItem>
          <MenuItem onSelect={whenFew(() => save('xlsx', select))}>XLSX</MenuItem>
        </Menu>
        <Button look="quiet" size="small" className={buttonShape} {...saving('pdf')}>
          <FileBadge aria-hidden="true" />
          <span className="max-sm:hidden">{t('selection.combined')}</span>
          <span className="sm:hidden">{t('one.formats.pdf')}</span>
        </Button>
        {more.map(({ icon, label, act }) => (
          <Button key={label} look="quiet" size="small" className="max-sm:hidden" onClick={act}>
            {icon}
            {label}
          </Button>
        ))}
        <Menu
          trigger={
            <Button look="quiet" size="small" className={`${buttonShape} sm:hidden`}>
              <EllipsisVertical aria-hidden="true" />
              {t('selection.more')}
            </Button>
          }
        >
          {more.map(({ icon, label, act }) => (
            <MenuItem key={label} icon={icon} onSelect={act}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {asked === 'tag' ? (
        <TagDialog select={select} stamps={selected} count={count} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'publish' ? (
        <PublishDialog
          stamps={isEvery ? filters : selected}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            selection.clear()
          }}
        />
      ) : null}
    </>
  )
}
