import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { BinRow } from './bin-row.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import { ChoosingList } from './list/choosing-list.jsx'
import { ChosenAction } from './list/chosen-action.jsx'
import { useSelection } from './list/selection.js'
import { binnedItem } from './model/items.js'
import { useBin } from './model/queries.js'
import { useMoves } from './model/use-moves.js'

/** What was deleted and can still be had back. */
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
          latest ? (
            <Button look="danger" onClick={() => open({ show: 'empty-bin', count, until: latest.deletedAt })}>
              <Trash2 aria-hidden="true" />
              {t('emptyBin.action')}
            </Button>
          ) : null
        }
      />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? <EmptyState title={t('empty.bin')} text={t('empty.binText')} /> : null}
      {rows.length > 0 ? (
        <ChoosingList
          label={t('bin')}
          rows={rows}
          count={count}
          itemOf={binnedItem}
          summary={t('items', { count })}
          actions={<BinActions />}
          onEnd={() => hasNextPage && void fetchNextPage({ cancelRefetch: false })}
        >
          {(row) => <BinRow binned={row} />}
        </ChoosingList>
      ) : null}
    </>
  )
}

/** What can be done with chosen things in the bin. */
function BinActions() {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { restore } = useMoves()
  const { chosen } = useSelection()
  return (
    <>
      <ChosenAction
        icon={<ArchiveRestore aria-hidden="true" />}
        label={t('restore')}
        onSelect={() => restore(chosen)}
      />
      <ChosenAction
        icon={<Trash2 aria-hidden="true" />}
        label={t('erase')}
        danger
        onSelect={() => open({ show: 'erase', items: chosen })}
      />
    </>
  )
}
