import { useTranslation } from '../../../texts/translation.js'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import type { RunItem } from '../new/run-items.js'

/** Says why PDFs have no mark: in the rows of a run, there is little room for it. */
export function WithoutMarkList({ items }: { items: readonly RunItem[] }) {
  const { t } = useTranslation(['copies', 'stamping'])
  return (
    <Disclosure title={t('without', { count: items.length })}>
      <ul className="flex flex-col gap-2 text-sm">
        {items.map(({ key, name, unmarked }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span>
            {unmarked && unmarked.reason !== 'unreadable' ? (
              <span className="block text-soft">{t(`problems.${unmarked.reason}`)}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
