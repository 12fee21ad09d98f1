import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { Disclosure } from '../../../ui/disclosure.jsx'

const pageSize = 100

/** Files that the operating system left in the folder by itself: no part of it, and no harm. */
export function SystemFiles({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation(['verify', 'common'])
  const [shown, setShown] = useState(pageSize)
  return (
    <Disclosure title={t('folder.leftBySystem', { count: paths.length })}>
      <ul className="divide-y divide-line border-y border-line" data-kind="system">
        {paths.slice(0, shown).map((path) => (
          <li key={path} className="break-words py-2 [overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
      </ul>
      {paths.length > shown ? (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + 10 * pageSize)}>
          {t('common:more')}
        </Button>
      ) : null}
    </Disclosure>
  )
}
