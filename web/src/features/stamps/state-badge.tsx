import { Check, CircleDashed, Cuboid, TriangleAlert } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Badge } from '../../ui/feedback/badge.jsx'
import type { StampSummary } from './stamp-queries.js'

const looks = {
  submitted: { tone: 'waiting', icon: CircleDashed },
  confirmed: { tone: 'accent', icon: Cuboid },
  final: { tone: 'good', icon: Check },
  failed: { tone: 'bad', icon: TriangleAlert },
} as const

/** State of a stamp. */
export function StateBadge({ state }: { state: StampSummary['state'] }) {
  const { t } = useTranslation('stamping')
  const { tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {t(`states.${state}`)}
    </Badge>
  )
}
