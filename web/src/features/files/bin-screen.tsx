import { Link } from '@tanstack/react-router'
import { ArchiveRestore, ScrollText, Trash2 } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { BinDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { useNextPage } from '../../ui/list/next-page.js'
import { useDialogs } from './dialogs/dialogs.js'
import { BinRow } from './list/bin-row.jsx'
import { BulkAction } from './list/bulk-actions.jsx'
import { SelectableList } from './list/selectable-list.jsx'
import { useSelection } from './list/selection.js'
import { binnedItem } from './model/items.js'
import { useBin } from './model/queries.js'
import { useMoves } from './model/use-moves.js'

/** The bin: deleted folders and files that can still be restored. */
export function BinScreen() {
  const { t, i18n } = useTranslation(['files', 'common'])
  const open = useDialogs()
  const { restore } = useMoves()
  const words = { t: useTranslation('files').t, language: i18n.language }
  const list = useBin()
  const { data, error, refetch, hasNextPage } = list
  const onEnd = useNextPage(list)
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
          onEnd={onEnd}
        >
          {(row, place, state) => (
            <BinRow
              binned={row}
              place={place}
              isSelected={state.isSelected}
              words={words}
              onRestore={(item) => void restore([item])}
              onErase={(item) => open({ show: 'purge', items: [item] })}
            />
          )}
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
