import { useTranslation } from 'react-i18next'
import { Fact } from '../../../ui/facts.jsx'

type Metadata = readonly unknown[]

interface Place {
  latitude?: string
  longitude?: string
  description?: string
}

/** Where the page of a v2 stamp is; it is not what was stamped with it. */
const ownKeys = new Set(['path'])

const isPlace = (value: object): value is Place =>
  Object.keys(value).every((key) => key === 'latitude' || key === 'longitude' || key === 'description')

/** What was stamped along: descriptions and places in words, all else as it was sent. */
export function MetadataFacts({ metadata }: { metadata: Metadata }) {
  const { t } = useTranslation('stamps')
  const items = metadata.map(withoutOwn).filter((item) => Object.keys(item).length > 0)
  return items.map((item, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never change
    if (isPlace(item)) return <PlaceFacts key={at} place={item} />
    const text = JSON.stringify(item, null, 2)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fact key={at} name={t('one.metadata')} copy={{ text, label: t('one.copyMetadata') }}>
        <span className="font-mono text-sm break-all whitespace-pre-wrap">{text}</span>
      </Fact>
    )
  })
}

function withoutOwn(item: unknown): object {
  if (typeof item !== 'object' || item === null) return {}
  return Object.fromEntries(Object.entries(item).filter(([key]) => !ownKeys.has(key)))
}

function PlaceFacts({ place: { latitude, longitude, description } }: { place: Place }) {
  const { t } = useTranslation('stamps')
  const place = [latitude, longitude].filter(Boolean).join(', ')
  return (
    <>
      {description ? <Fact name={t('one.description')}>{description}</Fact> : null}
      {place === '' ? null : <Fact name={t('one.place')}>{place}</Fact>}
    </>
  )
}
