import type { Payload } from '@tallystick/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../texts/translation.js'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { bytesText, countText, durationText } from '../../ui/values/formats.js'
import { RelativeTime } from '../../ui/values/time.jsx'
import { PartCard } from './part-card.jsx'
import { partQuery } from './queries.js'

/** Requests and transactions that wait. */
export function QueueCard({ network }: { network: UseQueryResult<Payload<'get', '/network'>> }) {
  const { t, i18n } = useTranslation('operator')
  const { language } = i18n
  const seconds = (value: number | null) => (value ? durationText(language, value) : t('queue.none'))
  const batches = network.data?.waiting
  return (
    <PartCard
      title={t('queue.title')}
      text={t('queue.text')}
      failed={t('queue.failed')}
      query={useQuery(partQuery('/queue'))}
    >
      {({ waiting, oldestSeconds, takes }) => (
        <Facts>
          <Fact name={t('queue.takes')}>{t(takes ? 'queue.yes' : 'queue.no')}</Fact>
          <Fact name={t('queue.waiting')}>{countText(language, waiting)}</Fact>
          {waiting > 0 ? <Fact name={t('queue.oldest')}>{seconds(oldestSeconds)}</Fact> : null}
          {batches ? <Fact name={t('queue.batches')}>{countText(language, batches.batches)}</Fact> : null}
          {batches && batches.batches > 0 ? (
            <Fact name={t('queue.oldestBatch')}>{seconds(batches.oldestSeconds)}</Fact>
          ) : null}
        </Facts>
      )}
    </PartCard>
  )
}

/** The lanes, as `lane status` prints them. */
export function LanesCard() {
  const { t, i18n } = useTranslation('operator')
  const { language } = i18n
  return (
    <PartCard
      title={t('lanes.title')}
      text={t('lanes.text')}
      failed={t('lanes.failed')}
      query={useQuery(partQuery('/lanes'))}
    >
      {(lanes) =>
        lanes.length === 0 ? (
          <p>{t('lanes.empty')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {lanes.map(({ address, submitted, nextNonce, minedNonce, holes, why }) => (
              <li key={address} className="py-3 first:pt-0 last:pb-0">
                <p className="font-mono text-sm break-all">{address}</p>
                <Facts>
                  <Fact name={t('lanes.submitted')}>{countText(language, submitted)}</Fact>
                  <Fact name={t('lanes.next')}>{nextNonce}</Fact>
                  <Fact name={t('lanes.mined')}>{minedNonce}</Fact>
                  <Fact name={t('lanes.holes')}>{holes.length === 0 ? t('lanes.none') : holes.join(', ')}</Fact>
                </Facts>
                {why === null ? null : (
                  <Notice tone="waiting">
                    <span className="break-words">{t('lanes.waits', { why })}</span>
                  </Notice>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </PartCard>
  )
}

/** Free space of the disks. */
export function StorageCard() {
  const { t, i18n } = useTranslation('operator')
  const bytes = (value: number) => bytesText(i18n.language, value)
  return (
    <PartCard title={t('storage.title')} failed={t('storage.failed')} query={useQuery(partQuery('/storage'))}>
      {({ store, disks, heldBytes }) => (
        <>
          <p className="mb-2">{t(store === 's3' ? 'storage.s3' : 'storage.disk')}</p>
          <Facts>
            {disks.map(({ holds, freeBytes, reserveBytes }) => (
              <Fact key={holds} name={t(`storage.${holds}`)}>
                {t('storage.of', { free: bytes(freeBytes), reserve: bytes(reserveBytes) })}
              </Fact>
            ))}
            <Fact name={t('storage.held')}>{bytes(heldBytes)}</Fact>
          </Facts>
        </>
      )}
    </PartCard>
  )
}

/** How e-mails are sent, and which wait. */
export function MailsCard() {
  const { t, i18n } = useTranslation('operator')
  const count = (value: number) => (value === 0 ? t('mails.none') : countText(i18n.language, value))
  const words = { server: t('mails.server'), mailbox: t('mails.mailbox'), none: t('mails.noServer') }
  return (
    <PartCard title={t('mails.title')} failed={t('mails.failed')} query={useQuery(partQuery('/mails'))}>
      {({ delivery, waiting, oldestAt, retried, failure }) => (
        <>
          <p className="mb-2">{words[delivery]}</p>
          {failure === null ? null : (
            <Notice tone="waiting" className="mt-3">
              <span className="break-words">{t('mails.failing', { why: failure })}</span>
            </Notice>
          )}
          {delivery === 'server' ? (
            <Facts>
              <Fact name={t('mails.waiting')}>{count(waiting)}</Fact>
              {oldestAt === null ? null : (
                <Fact name={t('mails.oldest')}>
                  <RelativeTime at={oldestAt} />
                </Fact>
              )}
              {waiting > 0 ? <Fact name={t('mails.retried')}>{count(retried)}</Fact> : null}
            </Facts>
          ) : null}
        </>
      )}
    </PartCard>
  )
}
