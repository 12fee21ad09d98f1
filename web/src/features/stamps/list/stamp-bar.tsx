import { EllipsisVertical, FileArchive, FileBadge, Globe, Sheet, Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu, MenuItem } from '../../../ui/frame/menu.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import { SelectionBar } from '../../../ui/list/selection-bar.jsx'
import { countText } from '../../../ui/values/formats.js'
import { type ExportFormat, type Select, selectMax } from '../kept.js'
import type { StampFilters, StampSummary } from '../stamp-queries.js'
import { useExport } from '../use-export.js'
import { PublishDialog } from './publish-dialog.jsx'
import { TagDialog } from './tag-dialog.jsx'

interface StampBarProps {
  selection: Selection<StampSummary>
  /** Number of stamps that the list's filters match. */
  count: number
  filters: StampFilters
}

/** Rises from below while stamps are selected, with the actions on them. */
export function StampBar({ selection, count, filters }: StampBarProps) {
  const { t, i18n } = useTranslation('stamps')
  const { selected, isEvery } = selection
  const number = isEvery ? count : selected.length
  if (number === 0) return null
  const [chosen, all] = [number, count].map((value) => countText(i18n.language, value))
  return (
    <SelectionBar
      label={t('selection.chosen', { count: number })}
      words={{ chosen: t('selection.of', { chosen, all }), every: t('selection.every'), none: t('selection.none') }}
      selection={selection}
    >
      <Actions selection={selection} count={number} filters={filters} />
    </SelectionBar>
  )
}

const buttonShape = 'max-sm:min-h-13 max-sm:flex-col max-sm:gap-1 max-sm:px-1'

function Actions({ selection, count, filters }: StampBarProps) {
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
