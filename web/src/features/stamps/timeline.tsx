import type { StampDetails } from '@tallystick/sdk'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { Spinner } from '../../ui/spinner.jsx'
import { Time } from '../../ui/values/time.jsx'

type Progress = Pick<StampDetails, 'state' | 'timestamp' | 'blockNumber' | 'blockTime'>
type StepState = 'done' | 'current' | 'pending' | 'failed'

interface Step {
  name: string
  text: string
  at: string | null
  state: StepState
}

/** Progress of a stamp: received, submitted, confirmed, final. */
export function Timeline({ stamp }: { stamp: Progress }) {
  const { t } = useTranslation('stamping')
  const steps = useSteps(stamp)
  return (
    <div className="@container">
      <ol aria-label={t('steps.label')} className="grid gap-y-0 @lg:grid-cols-4">
        {steps.map((step, at) => (
          <StepItem key={step.name} step={step} isLast={at === steps.length - 1}>
            {t(`steps.${step.state}`)}
          </StepItem>
        ))}
      </ol>
    </div>
  )
}

function useSteps({ state, timestamp, blockNumber, blockTime }: Progress): Step[] {
  const { t } = useTranslation('stamping')
  const reached = { failed: 1, submitted: 2, confirmed: 3, final: 4 }[state]
  const stateOf = (at: number): StepState =>
    at < reached ? 'done' : at > reached ? 'pending' : state === 'failed' ? 'failed' : 'current'
  const inBlock = reached >= 3
  const isFinal = reached === 4
  return [
    { name: t('steps.received'), text: t('steps.receivedText'), at: timestamp, state: 'done' },
    state === 'failed'
      ? { name: t('steps.failed'), text: t('steps.failedText'), at: null, state: 'failed' }
      : { name: t('steps.submitted'), text: t('steps.submittedText'), at: null, state: 'done' },
    {
      name: t('steps.confirmed'),
      text: inBlock ? t('steps.confirmedText', { number: blockNumber }) : t('steps.confirmedWaiting'),
      at: inBlock ? blockTime : null,
      state: stateOf(2),
    },
    {
      name: t('steps.final'),
      text: isFinal ? t('steps.finalText') : t('steps.finalWaiting'),
      at: null,
      state: isFinal ? 'done' : stateOf(3),
    },
  ]
}

const dots: Record<StepState, string> = {
  done: 'border-moss bg-moss text-paper',
  current: 'border-amber bg-raised text-amber',
  pending: 'border-edge/60 bg-raised text-transparent',
  failed: 'border-seal bg-seal text-paper',
}

function StepItem({
  step: { name, text, at, state },
  isLast,
  children,
}: {
  step: Step
  isLast: boolean
  children: ReactNode
}) {
  const line = state === 'done' ? 'bg-moss' : 'bg-line'
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative flex gap-4 pb-4 last:pb-0 @lg:flex-col @lg:gap-3 @lg:pr-4 @lg:pb-0"
    >
      {isLast ? null : (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-7 bottom-0 left-[0.8125rem] w-0.5 transition-colors duration-500 @lg:top-[0.8125rem] @lg:right-0 @lg:bottom-auto @lg:left-7 @lg:h-0.5 @lg:w-auto',
            line,
          )}
        />
      )}
      <span
        className={cn(
          'relative flex size-7 shrink-0 items-center justify-center rounded-full border-2 transition-colors duration-500',
          dots[state],
        )}
      >
        <Mark state={state} />
        <span className="sr-only">{children}</span>
      </span>
      <div className="min-w-0">
        <p className={cn('font-medium', state === 'pending' && 'text-soft')}>{name}</p>
        <p className="text-sm text-soft">{text}</p>
        {at ? (
          <p className="text-sm text-soft">
            <Time at={at} withSeconds />
          </p>
        ) : null}
      </div>
    </li>
  )
}

function Mark({ state }: { state: StepState }) {
  if (state === 'current') return <Spinner className="size-4" />
  if (state === 'failed') return <TriangleAlert className="size-4" aria-hidden="true" />
  return <Check className="size-4" strokeWidth={3} aria-hidden="true" />
}
