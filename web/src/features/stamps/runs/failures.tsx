import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import { copiesPart } from '../copies/load.js'
import type { RunFailure } from '../kept.js'

/** More than these are folded. */
const shownMax = 20

interface FailuresProps {
  count: number
  /** The first of them: the service keeps a thousand. */
  failures: readonly RunFailure[]
  /** The way to try again. */
  children: ReactNode
}

/** Documents of a run that couldn't be stamped, each with its reason, and one way to try again. */
export function Failures({ count, failures, children }: FailuresProps) {
  const { t } = useTranslation(['runs', 'stamping'])
  if (failures.length === 0) return null
  const Lines = failures.some(isOfCopy) ? LinesWithCopies : PlainLines
  const rest = failures.slice(shownMax)
  return (
    <section
      role="alert"
      aria-label={t('stamping:run.failedTitle', { count })}
      className="@container overflow-hidden rounded-xl border border-t-3 border-line border-t-seal bg-raised text-ink"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2 className="flex items-center gap-2 font-semibold text-seal">
          <TriangleAlert className="size-4.5 shrink-0" aria-hidden="true" />
          {t('stamping:run.failedTitle', { count })}
        </h2>
        <div className="flex flex-wrap items-center gap-3 text-sm text-soft">{children}</div>
      </div>
      <Lines failures={failures.slice(0, shownMax)} />
      {rest.length > 0 ? (
        <Disclosure title={t('failed.more', { count: count - shownMax })} className="border-t border-line px-4 py-1">
          <div className="-mx-4">
            <Lines failures={rest} />
          </div>
        </Disclosure>
      ) : null}
    </section>
  )
}

/** Whether a document has no stamp because no copy of it could be made. */
const isOfCopy = ({ reason }: RunFailure) => reason.startsWith('copy_')

/** The reasons why no copy was made have words that are loaded later. */
function LinesWithCopies(props: { failures: readonly RunFailure[] }) {
  return copiesPart.use() ? <PlainLines {...props} /> : null
}

function PlainLines({ failures }: { failures: readonly RunFailure[] }) {
  const reasonText = useReasonText()
  return (
    <ul className="text-sm">
      {failures.map(({ name, folder, reason }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have one name
          key={at}
          className="grid gap-x-4 border-t border-line px-4 py-2 @xl:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <span className="font-medium break-words">{folder ? `${folder}/${name}` : name}</span>
          <span className="text-soft">{reasonText(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Returns a function that puts a kept reason into words: it is the code of an error, or of the browser's own. */
function useReasonText(): (reason: string) => string {
  const { t, i18n } = useTranslation(['runs', 'common', 'copies', 'errors', 'stamping'])
  return (reason) => {
    if (reason === 'unreadable') return t('stamping:run.unreadable')
    if (reason === 'unreachable') return t('common:noConnection')
    const key = reason.startsWith('copy_') ? `copies:problems.${reason.slice('copy_'.length)}` : `errors:${reason}`
    return i18n.exists(key) ? String(t(key as 'errors:internal')) : t('failed.unknown')
  }
}
