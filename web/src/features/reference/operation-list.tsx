import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { useShared } from './context.js'
import { Method } from './english.jsx'
import { type Operation, sentGroup } from './model/document.js'

interface OperationListProps {
  operations: readonly Operation[]
  /** ID of the operation that is shown. */
  current: string
  /** Adds what each group is for. */
  isWide?: boolean
}

/** Operations by group, as links. */
export function OperationList({ operations, current, isWide = false }: OperationListProps) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const groups = [...document.tags, { name: sentGroup, description: t('sent') }]
  return groups.map(({ name, description }) => {
    const own = operations.filter(({ group }) => group === name)
    if (own.length === 0) return null
    return (
      <section key={name} className={'mb-6'} aria-label={name}>
        <h2 lang="en" className={isWide ? 'text-lg font-semibold' : 'mb-1 px-2 text-sm font-semibold'}>
          {name}
        </h2>
        {isWide ? (
          <p lang={name === sentGroup ? undefined : 'en'} className="mb-2 max-w-prose text-soft">
            {description}
          </p>
        ) : null}
        <ul className={cn(isWide && 'divide-y divide-line border-y border-line')}>
          {own.map((one) => (
            <li key={one.id}>
              <a
                href={`#${one.id}`}
                aria-current={one.id === current ? 'page' : undefined}
                className={cn(
                  'flex items-baseline gap-2 rounded-md px-2 py-1.5 text-sm leading-5 hover:bg-sunken',
                  one.id === current && 'bg-sunken font-medium',
                  isWide && 'flex-wrap py-2.5 text-base',
                )}
              >
                <Method name={one.method} className="w-11 shrink-0" />
                <span lang="en" className="min-w-0 break-words">
                  {one.summary}
                </span>
                {isWide ? (
                  <code className="ms-auto min-w-0 font-mono text-sm [overflow-wrap:anywhere] text-soft">
                    {one.path}
                  </code>
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
