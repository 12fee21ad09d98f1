import type { Payload } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Card } from '../../ui/frame/card.jsx'
import { durationText } from '../../ui/values/formats.js'
import { Time } from '../../ui/values/time.jsx'

type Witness = Payload<'get', '/network/witnesses'>['witnesses'][number]

/** Witnesses outside of the chain and how they stand; nothing where none is set. */
export function WitnessesCard() {
  const { t, i18n } = useTranslation('network')
  const { data } = useQuery({
    queryKey: ['network', 'witnesses'],
    queryFn: () => client.get('/network/witnesses'),
    refetchInterval: 10_000,
  })
  if (data === undefined || data.witnesses.length === 0) return null
  const interval = durationText(i18n.language, data.intervalSeconds)
  return (
    <Card title={t('witnesses.title')} text={t('witnesses.text', { interval })}>
      <ul className="divide-y divide-line">
        {data.witnesses.map((witness) => (
          <li key={`${witness.kind} ${witness.name}`} className="py-3 first:pt-0 last:pb-0">
            <p className="font-medium break-words">
              {witness.name} <span className="font-normal text-soft">{t(`witnesses.kinds.${witness.kind}`)}</span>
            </p>
            <p className="text-sm text-soft">
              {witness.lastAnsweredAt === null ? (
                t('witnesses.never')
              ) : (
                <>
                  {t('witnesses.last')} <Time at={witness.lastAnsweredAt} />
                </>
              )}
            </p>
            <Waiting witness={witness} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Waiting({ witness: { waiting, failure } }: { witness: Witness }) {
  const { t } = useTranslation('network')
  if (waiting === 0) return null
  if (failure === null) return <p className="text-sm text-soft">{t('witnesses.waiting', { count: waiting })}</p>
  return <p className="text-sm break-words text-amber">{t('witnesses.failing', { count: waiting, failure })}</p>
}
