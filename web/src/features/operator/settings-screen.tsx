import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OperatorData } from '../../session/operator-api.js'
import { useTranslation } from '../../texts/translation.js'
import { LookedFor } from '../../ui/drawings/looked-for.jsx'
import { Badge } from '../../ui/feedback/badge.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Checkbox } from '../../ui/forms/choice.jsx'
import { SearchField } from '../../ui/forms/search-field.jsx'
import { Table, Td, Th, Tr } from '../../ui/frame/table.jsx'
import { settingsQuery } from './queries.js'

type Setting = OperatorData<'/settings'>[number]

/** The settings in force, and where each comes from. */
export function SettingsScreen() {
  const { t } = useTranslation(['operator', 'common'])
  const { q = '', set = false } = useSearch({ from: '/member/operator/settings' })
  const navigate = useNavigate({ from: '/operator/settings' })
  const { data, error, refetch } = useQuery(settingsQuery)
  const go = (text: string, onlySet: boolean) =>
    void navigate({ search: { ...(text && { q: text }), ...(onlySet && { set: true }) }, replace: true })
  if (error) return <ErrorNotice title={t('settings.failed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows label={t('common:loading')} />
  const wanted = q.toLowerCase()
  const shown = data.filter(
    ({ name, meaning, source }) =>
      (!set || source !== 'default') && `${name} ${meaning}`.toLowerCase().includes(wanted),
  )
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-soft">{t('settings.text')}</p>
      <search className="flex flex-wrap items-center gap-4">
        <SearchField
          label={t('settings.search')}
          hint={t('settings.hint')}
          text={q}
          onSearch={(text) => go(text, set)}
        />
        <Checkbox label={t('settings.changed')} checked={set} onChange={(onlySet) => go(q, onlySet)} />
      </search>
      {shown.length === 0 ? (
        <EmptyState drawing={<LookedFor />} title={t('settings.noneTitle')} text={t('settings.noneText')} />
      ) : (
        <SettingsTable settings={shown} />
      )}
    </div>
  )
}

function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const { t } = useTranslation('operator')
  return (
    <Table label={t('settings.list')} className="max-sm:[&_td]:px-3 max-sm:[&_th]:px-3">
      <thead>
        <tr>
          <Th>{t('settings.columns.name')}</Th>
          <Th className="max-sm:hidden">{t('settings.columns.value')}</Th>
          <Th>{t('settings.columns.source')}</Th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <Tr key={setting.name}>
            <Td className="max-w-96 align-top">
              <span className="block font-mono text-sm break-all">{setting.name}</span>
              <span lang="en" className="mt-0.5 block text-sm text-soft max-sm:hidden">
                {setting.meaning}
              </span>
              <span className="sm:hidden">
                <Value setting={setting} />
              </span>
            </Td>
            <Td className="align-top max-sm:hidden">
              <Value setting={setting} />
            </Td>
            <Td className="align-top">
              <Badge tone={setting.source === 'default' ? 'plain' : 'accent'}>
                {t(`settings.sources.${setting.source}`)}
              </Badge>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Value({ setting: { value, isSecret, source } }: { setting: Setting }) {
  const { t } = useTranslation('operator')
  if (value !== null) return <span className="font-mono text-sm break-all">{value}</span>
  if (!isSecret) return <span className="text-sm text-soft">{t('settings.unset')}</span>
  return (
    <span className="text-sm text-soft">{t(source === 'default' ? 'settings.secretUnset' : 'settings.secret')}</span>
  )
}
