import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { PaneContent } from '../../../ui/frame/pane-content.jsx'
import { paneFacts, panePart, SidePane } from '../../../ui/frame/side-pane.jsx'
import { momentText } from '../../../ui/values/dates.js'
import { countText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import { type KeptRun, type RunFailure, runQuery } from '../kept.js'
import { Failures } from './failures.jsx'
import { RenameDialog } from './rename-dialog.jsx'
import { TakeMany } from './take-many.jsx'

/** The open run beside the list. */
export function RunPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('runs')
  const query = useQuery(runQuery(id))
  return (
    <SidePane
      label={t('pane.label')}
      state={
        <Link to="/stamps/runs/$run" params={{ run: id }} className="link text-sm">
          {t('pane.page')}
        </Link>
      }
      close={t('pane.close')}
      onClose={onClose}
    >
      <PaneContent query={query} missing={t('missingText')} failed={t('failedToLoad')}>
        {(run) => <Content run={run} />}
      </PaneContent>
    </SidePane>
  )
}

function Content({ run }: { run: KeptRun & { failures: RunFailure[] } }) {
  const { t, i18n } = useTranslation(['runs', 'stamping', 'stamps'])
  const { language } = i18n
  const [isRenaming, setRenaming] = useState(false)
  const { id, name, createdAt, stamped, confirmed, isPrivate, failed, failures } = run
  return (
    <>
      <section className={panePart}>
        <h2 className="text-lg font-semibold break-words">
          {name || t('unnamed', { at: momentText(language, createdAt) })}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setRenaming(true)}>
            <Pencil aria-hidden="true" />
            {t('rename.action')}
          </Button>
        </div>
      </section>
      <dl className={paneFacts}>
        <dt className="text-soft">{t('pane.documents')}</dt>
        <dd className="tabular">{countText(language, stamped)}</dd>
        {stamped > confirmed ? (
          <>
            <dt className="text-soft">{t('pane.pending')}</dt>
            <dd className="tabular">{countText(language, stamped - confirmed)}</dd>
          </>
        ) : null}
        <dt className="text-soft">{t('pane.who')}</dt>
        <dd>{t(isPrivate ? 'stamping:private' : 'stamping:public')}</dd>
        <dt className="text-soft">{t('pane.made')}</dt>
        <dd>
          <Time at={createdAt} withSeconds />
        </dd>
      </dl>
      {failures.length > 0 ? (
        <div className="px-4 pb-4">
          <Failures count={failed} failures={failures}>
            <Link to="/stamps/new" className="link">
              {t('stamps:new')}
            </Link>
          </Failures>
        </div>
      ) : null}
      {stamped > 0 ? <TakeMany run={id} count={stamped} isPrivate={isPrivate} isInPane /> : null}
      {isRenaming ? <RenameDialog run={run} onClose={() => setRenaming(false)} /> : null}
    </>
  )
}
