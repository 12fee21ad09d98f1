import type { StampDetails } from '@tallystick/sdk'
import { Link } from '@tanstack/react-router'
import { network } from '../../../base/network.js'
import { useTranslation } from '../../../texts/translation.js'
import { Card } from '../../../ui/frame/card.jsx'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import { zonedMoment } from '../../../ui/values/dates.js'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { Time } from '../../../ui/values/time.jsx'

const algorithms: Readonly<Record<number, string>> = { 64: 'SHA-256', 96: 'SHA-384', 128: 'SHA-512' }
const origins = new Map([
  ['0', 'hash'],
  ['1', 'file'],
  ['2', 'many'],
] as const)

/** Everything about a stamp; technical details on request. */
export function DetailsCard({ stamp }: { stamp: StampDetails }) {
  const { t, i18n } = useTranslation(['stamps', 'stamping'])
  const { hash, txid, blockNumber, blockTime, type, userVerify } = stamp
  const origin = origins.get(type as '0')
  return (
    <Card title={t('one.details')}>
      <Facts>
        <Fact name={t('one.name')}>{stamp.filename}</Fact>
        <Fact name={t('one.code')} mono copy={{ text: stamp.code, label: t('one.copyCode') }}>
          {stamp.code}
        </Fact>
        <Fact name={t('one.stampedAt')}>
          <Time at={stamp.timestamp} withSeconds />
        </Fact>
        <Fact name={t('one.stampedBy')}>
          {stamp.username}
          {userVerify === 1 ? <span className="text-soft"> · {t('one.verified')}</span> : null}
        </Fact>
        {stamp.endUser ? (
          <Fact name={t('one.stampedFor')}>
            <Link to="/stamps" search={{ user: stamp.endUser }} className="link">
              {stamp.endUser}
            </Link>
          </Fact>
        ) : null}
        <Fact name={t('one.who')}>{t(stamp.isPrivate ? 'stamping:private' : 'stamping:public')}</Fact>
        <MetadataFacts metadata={stamp.metaData} />
      </Facts>
      <Disclosure title={t('one.technical')} className="mt-3">
        <Facts>
          <Fact
            name={t('one.hash', { algorithm: algorithms[hash.length] ?? '' })}
            mono
            copy={{ text: hash, label: t('one.copyHash') }}
          >
            {hash}
          </Fact>
          <Fact name={t('one.transaction')} mono copy={{ text: txid, label: t('one.copyTransaction') }}>
            {txid}
          </Fact>
          <Fact name={t('one.block')}>
            {blockNumber === null
              ? t('one.notYet')
              : blockTime === null
                ? String(blockNumber)
                : t('one.blockText', {
                    number: blockNumber,
                    time: zonedMoment(i18n.language, blockTime, { seconds: true }),
                  })}
          </Fact>
          <Fact name={t('one.chain')}>
            {network.name} <span className="font-mono text-sm text-soft">{network.chain}</span>
          </Fact>
          <Fact name={t('one.origin')}>{origin ? t(`one.origins.${origin}`) : t('one.origins.other', { type })}</Fact>
          {stamp.originalDocHash === '' ? null : (
            <Fact name={t('one.originalHash')} mono>
              {stamp.originalDocHash}
            </Fact>
          )}
        </Facts>
      </Disclosure>
    </Card>
  )
}

type Metadata = readonly unknown[]

interface GeoLocation {
  latitude?: string
  longitude?: string
  description?: string
}

/** Set by the service: where a v2 stamp's page is. */
const serviceKeys = new Set(['path'])

const isLocation = (value: object): value is GeoLocation =>
  Object.keys(value).every((key) => key === 'latitude' || key === 'longitude' || key === 'description')

/** Metadata of a stamp: descriptions and locations in words, the rest as it was sent. */
function MetadataFacts({ metadata }: { metadata: Metadata }) {
  const { t } = useTranslation('stamps')
  const items = metadata.map(withoutServiceKeys).filter((item) => Object.keys(item).length > 0)
  return items.map((item, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and has no other key
    if (isLocation(item)) return <LocationFacts key={at} location={item} />
    const text = JSON.stringify(item, null, 2)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fact key={at} name={t('one.metadata')} copy={{ text, label: t('one.copyMetadata') }}>
        <span className="font-mono text-sm break-all whitespace-pre-wrap">{text}</span>
      </Fact>
    )
  })
}

function withoutServiceKeys(item: unknown): object {
  if (typeof item !== 'object' || item === null) return {}
  return Object.fromEntries(Object.entries(item).filter(([key]) => !serviceKeys.has(key)))
}

function LocationFacts({ location: { latitude, longitude, description } }: { location: GeoLocation }) {
  const { t } = useTranslation('stamps')
  const coordinates = [latitude, longitude].filter(Boolean).join(', ')
  return (
    <>
      {description ? <Fact name={t('one.description')}>{description}</Fact> : null}
      {coordinates === '' ? null : <Fact name={t('one.place')}>{coordinates}</Fact>}
    </>
  )
}
