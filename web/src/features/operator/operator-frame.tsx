import { Link } from '@tanstack/react-router'
import { addTexts } from '../../base/i18n.js'
import { useTranslation } from '../../texts/translation.js'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { ScreenOutlet } from '../../ui/frame/screen-outlet.jsx'

const texts = import.meta.glob<{ operator: object }>('../../texts/*/developers/operator.ts')
await addTexts((language) => texts[`../../texts/${language}/developers/operator.ts`]?.() ?? {})

const look = '-mb-px flex min-h-10 items-center rounded-t-md border-b-2 px-3 font-medium whitespace-nowrap'

/** Header of the operator's page, with links to its parts. */
export function OperatorFrame() {
  const { t } = useTranslation('operator')
  const parts = [
    { to: '/operator', name: t('parts.overview') },
    { to: '/operator/accounts', name: t('parts.accounts') },
    { to: '/operator/settings', name: t('parts.settings') },
  ] as const
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <nav aria-label={t('parts.label')} className="mb-6 flex gap-1 overflow-x-auto border-b border-line px-0.5 pt-0.5">
        {parts.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/operator', includeSearch: false }}
            activeProps={{ className: `${look} border-wood text-ink`, 'aria-current': 'page' }}
            inactiveProps={{ className: `${look} border-transparent text-soft hover:text-ink` }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <ScreenOutlet />
    </>
  )
}
