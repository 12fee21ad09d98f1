import type { Place } from '../../../ui/list/grid.jsx'
import { GridRow } from '../../../ui/list/grid-row.jsx'
import { EraseMark, FileMark, RestoreMark } from '../../../ui/list/row-marks.jsx'
import { RowTime } from '../../../ui/list/row-time.jsx'
import { type Binned, binnedItem, type Item } from '../model/items.js'
import { shownFrom, tracks } from './columns.js'
import { FolderPicture } from './folder-row.jsx'
import { Buttons, Cells, nameCell, nameLine, nameText } from './row.jsx'
import { rowButton } from './row-buttons.jsx'
import type { Rows } from './use-rows.js'

const dayMs = 86_400_000

interface BinRowProps {
  binned: Binned
  place: Place
  isSelected: boolean
  words: Pick<Rows, 't' | 'language'>
  onRestore: (item: Item) => void
  onErase: (item: Item) => void
}

/** An item in the bin, to restore or delete permanently. It cannot be opened, so the keyboard moves between the check boxes. */
export function BinRow({ binned, place, isSelected, words: { t, language }, onRestore, onErase }: BinRowProps) {
  const { name, type, from, deletedAt, erasedAt } = binned
  const item = binnedItem(binned)
  const days = Math.max(0, Math.ceil((Date.parse(erasedAt) - Date.now()) / dayMs))
  return (
    <GridRow place={place} tracks={tracks} isSelected={isSelected} tick={t('choose', { name })} isTickFocusable>
      <td className={`${shownFrom.name} ${nameCell}`}>
        {type === 'folder' ? <FolderPicture /> : <FileMark className="size-5 text-soft" />}
        <div className={nameLine}>
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <span className={nameText}>
            {t('erasedIn', { count: days })} · {from ? t('wasIn', { name: from.folderName }) : t('wasAtTop')}
          </span>
        </div>
      </td>
      <Cells cells={{ date: <RowTime language={language} at={deletedAt} /> }} />
      <Buttons>
        <button
          type="button"
          className={rowButton}
          aria-label={t('restoreOne', { name })}
          onClick={() => onRestore(item)}
        >
          <RestoreMark />
        </button>
        <button type="button" className={rowButton} aria-label={t('eraseOne', { name })} onClick={() => onErase(item)}>
          <EraseMark className="text-seal" />
        </button>
      </Buttons>
    </GridRow>
  )
}
