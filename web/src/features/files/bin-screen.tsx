import { Link } from '@tanstack/react-router'
import { ArchiveRestore, File as FileIcon, ScrollText, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonLook } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { BinDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import { BulkAction } from './list/bulk-actions.jsx'
import { FolderPicture } from './list/folder-row.jsx'
import { useSelectionKeys } from './list/item-keys.js'
import { RowPicture } from './list/row.jsx'
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
          onEnd={() => hasNextPage && void fetchNextPage({ cancelRefetch: false })}
        >
          {(row) => <BinRow binned={row} />}
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
function BinRow({ binned }: { binned: Binned }) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { restore } = useMoves()
  const onSelectionKey = useSelectionKeys()
  const { has, withOthers, extendTo } = useSelection()
  const { name, type, from, erasedAt } = binned
  const item = binnedItem(binned)
  const days = Math.max(0, Math.ceil((Date.parse(erasedAt) - Date.now()) / dayMs))
  const onKeyDown = (event: KeyboardEvent) => {
    if (onSelectionKey(event) || event.key !== 'Delete') return
    event.preventDefault()
    open({ show: 'purge', items: withOthers(item) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys pressed on the controls inside
    <div
      data-chosen={has(item.id) || undefined}
      onKeyDown={onKeyDown}
      onClickCapture={(event) => {
        if (!event.shiftKey) return
        event.preventDefault()
        event.stopPropagation()
        extendTo(item.id)
      }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        'group flex h-full items-center gap-3 rounded-[inherit] px-3 sm:gap-4 sm:px-4',
        has(item.id) ? 'bg-wood-wash' : 'hover:bg-sunken/70',
      )}
    >
      <RowPicture item={item} isSelectable isFocusable>
        {type === 'folder' ? (
          <FolderPicture />
        ) : (
          <span className="flex size-10 items-center justify-center rounded-md border border-line bg-sunken text-soft">
            <FileIcon className="size-5 stroke-[1.75]" aria-hidden="true" />
          </span>
        )}
      </RowPicture>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-soft">
          {t('erasedIn', { count: days })} · {from ? t('wasIn', { name: from.folderName }) : t('wasAtTop')}
        </p>
      </div>
      <Button size="small" aria-label={t('restoreOne', { name })} onClick={() => void restore([item])}>
        <ArchiveRestore aria-hidden="true" />
        <span className="max-sm:hidden">{t('restore')}</span>
      </Button>
      <Button
        look="quiet"
        size="icon-small"
        aria-label={t('eraseOne', { name })}
        onClick={() => open({ show: 'purge', items: [item] })}
      >
        <Trash2 className="text-seal" aria-hidden="true" />
      </Button>
    </div>
  )
}
