import { proofFileName } from '@tallystick/proof'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronDown, File as FileIcon, ScrollText } from 'lucide-react'
import { serviceLanguage } from '../../texts/languages.js'
import { useLanguage, useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { BinDrawing } from '../../ui/drawings/empty.jsx'
import { Badge } from '../../ui/feedback/badge.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Menu, MenuItem } from '../../ui/frame/menu.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { HashText } from '../../ui/values/hash-text.jsx'
import { Time } from '../../ui/values/time.jsx'
import { FolderPicture } from './list/folder-row.jsx'
import type { Deletion } from './model/items.js'
import { useDeletions } from './model/queries.js'
import { saveAnswer } from './model/save.js'

/** Permanent deletions: by itself, or along with a folder; with certificates until they expire. */
export function DeletionsScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { within } = useSearch({ from: '/member/files/deletions' })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeletions(within)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const back = within ? (
    <Link to="/files/deletions" className="link">
      {t('deletions.title')}
    </Link>
  ) : (
    <Link to="/files/bin" className="link">
      {t('bin')}
    </Link>
  )
  return (
    <>
      <PageHeader
        above={back}
        title={within ? t('deletions.titleWithin') : t('deletions.title')}
        text={t('deletions.text')}
      />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState drawing={<BinDrawing />} title={t('deletions.none')} text={t('deletions.noneText')} />
      ) : null}
      {rows.length > 0 ? (
        <ul aria-label={t('deletions.title')} className="divide-y divide-line rounded-xl border border-line bg-raised">
          {rows.map((deletion) => (
            <DeletionRow key={deletion._id} deletion={deletion} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('deletions.more')}
        </Button>
      ) : null}
    </>
  )
}

/** One deletion: what it was, when, how long its certificate stays, and the certificate. Its name is gone. */
function DeletionRow({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation('files')
  const { type, attachmentHash, state, deletedAt, expiresAt } = deletion
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-3 py-3 sm:px-4">
      {type === 'folder' ? (
        <FolderPicture />
      ) : (
        <span className="flex size-10 items-center justify-center rounded-md border border-line bg-sunken text-soft">
          <FileIcon className="size-5 stroke-[1.75]" aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <Amounts deletion={deletion} />
          {state === 'final' ? null : (
            <Badge tone={state === 'failed' ? 'bad' : 'waiting'}>{t(`deletions.states.${state as 'submitted'}`)}</Badge>
          )}
        </p>
        <p className="text-sm text-soft">
          {t('deletions.deleted')} <Time at={deletedAt} />
        </p>
        {attachmentHash === null ? null : (
          <p className="text-sm text-soft">
            {t('fingerprint')}: <HashText value={attachmentHash} />
          </p>
        )}
        <p className="text-sm text-soft">
          {t('deletions.until')} <Time at={expiresAt} />
        </p>
      </div>
      <Actions deletion={deletion} />
    </li>
  )
}

/** Deleted item, without its name. */
function Amounts({ deletion: { type, versions, files, folders } }: { deletion: Deletion }) {
  const { t } = useTranslation('files')
  const amounts =
    type === 'file'
      ? [t('deletions.file'), (versions ?? 0) > 1 ? t('deletions.versions', { count: versions ?? 0 }) : '']
      : [
          t('deletions.folder'),
          (files ?? 0) > 0 ? t('count', { count: files ?? 0 }) : '',
          (folders ?? 0) > 0 ? t('deletions.folders', { count: folders ?? 0 }) : '',
        ]
  return <span>{amounts.filter(Boolean).join(', ')}</span>
}

const forms = ['pdf', 'html', 'json'] as const

function Actions({ deletion: { _id: id, files, folders, proofUrl } }: { deletion: Deletion }) {
  const { t } = useTranslation('files')
  const language = useLanguage()
  const errorText = useErrorText()
  const save = (form: (typeof forms)[number]) => {
    const name = proofFileName({ code: `${t('deletions.filename')}-${id}` }, form)
    return saveAnswer(`${proofUrl}?format=${form}&lang=${serviceLanguage(language)}`, name).catch((error: unknown) =>
      showToast({ title: errorText(error), tone: 'bad' }),
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(files ?? 0) + (folders ?? 0) > 0 ? (
        <Link
          to="/files/deletions"
          search={{ within: id }}
          className={cn(buttonLook({ look: 'quiet', size: 'small' }))}
        >
          {t('deletions.inside')}
        </Link>
      ) : null}
      <Menu
        trigger={
          <Button size="small">
            <ScrollText aria-hidden="true" />
            {t('deletions.certificate')}
            <ChevronDown className="-me-1 text-soft" aria-hidden="true" />
          </Button>
        }
      >
        {forms.map((form) => (
          <MenuItem key={form} onSelect={() => void save(form)}>
            {t(`deletions.forms.${form}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
