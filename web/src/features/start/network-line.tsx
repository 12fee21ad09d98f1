import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'

/** How the chain stands, in one line. */
export function NetworkLine() {
  const { t } = useTranslation('start')
  const { data } = useQuery({
    queryKey: ['network'],
    queryFn: () => client.get('/network'),
    refetchInterval: 10_000,
  })
  if (!data) return null
  const { name, head, waiting } = data
  const parts = head
    ? [
        t('network.block', { number: head.number }),
        waiting.batches === 0 ? t('network.idle') : t('network.waiting', { count: waiting.batches }),
      ]
    : [t('network.silent')]
  return (
    <p className="tabular text-sm text-soft">
      <Link to="/network" className="link">
        {name}
      </Link>
      {' · '}
      {parts.join(' · ')}
    </p>
  )
}
