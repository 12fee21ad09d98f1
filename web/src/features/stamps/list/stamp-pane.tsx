import type { StampDetails } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { PaneContent } from '../../../ui/frame/pane-content.jsx'
import { paneFacts, panePart, SidePane } from '../../../ui/frame/side-pane.jsx'
import { Time } from '../../../ui/values/time.jsx'
import { Labels } from '../stamp/labels.jsx'
import { Statement } from '../stamp/statement.jsx'
import { TakeOne } from '../stamp/take-one.jsx'
import { stampQuery } from '../stamp-queries.js'
import { StateMark } from '../state-mark.jsx'
import { Timeline } from '../timeline.jsx'

/** The open stamp beside the list. */
export function StampPane({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation(['stamps', 'stamping'])
  const query = useQuery(stampQuery(code))
  const state = query.data?.state
  return (
    <SidePane
      label={t('pane.label')}
      state={state ? <StateMark state={state} word={t(`stamping:states.${state}`)} /> : null}
      close={t('pane.close')}
      onClose={onClose}
    >
      <PaneContent query={query} missing={t('one.missingText')} failed={t('one.failed')}>
        {(stamp) => <Content stamp={stamp} />}
      </PaneContent>
    </SidePane>
  )
}

function Content({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation(['stamps', 'stamping'])
  return (
    <>
      <section className={panePart}>
        <h2 className="text-lg font-semibold break-words">{stamp.filename}</h2>
        <Statement stamp={stamp} />
        <TakeOne stamp={stamp} />
        <Link to="/stamps/$code" params={{ code: stamp.code }} className="link self-start">
          {t('pane.page')}
        </Link>
      </section>
      <section className={panePart}>
        <Timeline stamp={stamp} />
      </section>
      <dl className={paneFacts}>
        <dt className="text-soft">{t('one.code')}</dt>
        <dd className="font-mono">{stamp.code}</dd>
        <dt className="text-soft">{t('one.who')}</dt>
        <dd>{t(stamp.isPrivate ? 'stamping:private' : 'stamping:public')}</dd>
        <dt className="text-soft">{t('one.stampedBy')}</dt>
        <dd className="break-words">{stamp.username}</dd>
        <dt className="text-soft">{t('columns.received')}</dt>
        <dd>
          <Time at={stamp.timestamp} withSeconds />
        </dd>
        {stamp.run ? (
          <>
            <dt className="text-soft">{t('columns.run')}</dt>
            <dd>
              <Link to="/stamps/runs/$run" params={{ run: stamp.run.id }} className="link break-words">
                {stamp.run.name || <Time at={stamp.timestamp} />}
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
      {stamp.isOwn ? (
        <section className={panePart}>
          <Labels stamp={stamp} />
        </section>
      ) : null}
    </>
  )
}
