import { Link } from '@tanstack/react-router'
import { ArchiveRestore, File as FileIcon, ScrollText, Trash2 } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { BinDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import type { Place } from '../../ui/list/grid.jsx'
import { GridRow } from '../../ui/list/grid-row.jsx'
import { Time } from '../../ui/values/time.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import { BulkAction } from './list/bulk-actions.jsx'
import { shownFrom, tracks } from './list/columns.js'
import { FolderPicture } from './list/folder-row.jsx'
import { Buttons, Cells, nameCell, nameLine, nameText } from './list/row.jsx'
import { SelectableList } from './list/selectable-list.jsx'
import { useSelection } from './list/selection.js'
import { type Binned, binnedItem } from './model/items.js'
import { useBin } from './model/queries.js'
import { useMoves } from './model/use-moves.js'

/** The bin: deleted folders and files that can still be restored. */
export function BinScreen() {
  const { t } = useTranslation(['files', 'common'])
  const open = useDialogs()
  const { data, error, refetch, hasNextPage, fetchNextPage } = useBin()
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const count = data?.pages[0]?.count ?? rows.length
  const [latest] = rows
  return (
    <>
      <PageHeader
        title={t('bin')}
        text={t('binText')}
        actions={
          <>
            <Link to="/files/deletions" className={buttonLook({ look: 'secondary' })}>
              <ScrollText aria-hidden="true" />
              {t('deletions.title')}
            </Link>
            {latest ? (
              <Button look="danger" onClick={() => open({ show: 'empty-bin', count, until: latest.deletedAt })}>
                <Trash2 aria-hidden="true" />
                {t('emptyBin.action')}
              </Button>
            ) : null}
          </>
        }
      />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState drawing={<BinDrawing />} title={t('empty.bin')} text={t('empty.binText')} />
      ) : null}
      {rows.length > 0 ? (
        <SelectableList
          label={t('bin')}
          rows={rows}
          count={count}
          itemOf={binnedItem}
          summary={t('items', { count })}
          actions={<BinActions />}
          keys={{ erase: (_, items) => open({ show: 'purge', items }) }}
          isBin
          hasMore={hasNextPage}
          onEnd={() => hasNextPage && void fetchNextPage({ cancelRefetch: false })}
        >
          {(row, place, { isSelected }) => <BinRow binned={row} place={place} isSelected={isSelected} />}
        </SelectableList>
      ) : null}
    </>
  )
}

/** Actions on the selected items of the bin. */
function BinActions() {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { restore } = useMoves()
  const { selected } = useSelection()
  return (
    <>
      <BulkAction
        icon={<ArchiveRestore aria-hidden="true" />}
        label={t('restore')}
        onSelect={() => restore(selected)}
      />
      <BulkAction
        icon={<Trash2 aria-hidden="true" />}
        label={t('erase')}
        danger
        onSelect={() => open({ show: 'purge', items: selected })}
      />
    </>
  )
}

const dayMs = 86_400_000

/** An item in the bin, to restore or delete permanently. It cannot be opened, so the keyboard moves between the check boxes. */
function BinRow({ binned, place, isSelected }: { binned: Binned; place: Place; isSelected: boolean }) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { restore } = useMoves()
  const { name, type, from, deletedAt, erasedAt } = binned
  const item = binnedItem(binned)
  const days = Math.max(0, Math.ceil((Date.parse(erasedAt) - Date.now()) / dayMs))
  return (
    <GridRow place={place} tracks={tracks} isSelected={isSelected} tick={t('choose', { name })} isTickFocusable>
      <td className={cn(shownFrom.name, nameCell)}>
        {type === 'folder' ? <FolderPicture /> : <FileIcon className="size-5 shrink-0 text-soft" aria-hidden="true" />}
        <div className={nameLine}>
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <span className={nameText}>
            {t('erasedIn', { count: days })} · {from ? t('wasIn', { name: from.folderName }) : t('wasAtTop')}
          </span>
        </div>
      </td>
      <Cells cells={{ date: <Time at={deletedAt} /> }} />
      <Buttons>
        <Button
          look="quiet"
          size="icon-small"
          aria-label={t('restoreOne', { name })}
          onClick={() => void restore([item])}
        >
          <ArchiveRestore aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          size="icon-small"
          aria-label={t('eraseOne', { name })}
          onClick={() => open({ show: 'purge', items: [item] })}
        >
          <Trash2 className="text-seal" aria-hidden="true" />
        </Button>
      </Buttons>
    </GridRow>
  )
}
