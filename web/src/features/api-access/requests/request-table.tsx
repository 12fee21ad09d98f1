import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { Badge } from '../../../ui/feedback/badge.jsx'
import { Table, Td, Th, Tr } from '../../../ui/frame/table.jsx'
import { useListKeys } from '../../../ui/keys/row-keys.js'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { tookText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import type { LoggedRequest } from './requests.js'

/** The requests of a client. On a phone, what doesn't fit beside a route is below it. */
export function RequestTable({ label, requests }: { label: string; requests: readonly LoggedRequest[] }) {
  const { t } = useTranslation('requestLog')
  const rows = useListKeys<HTMLTableSectionElement>()
  return (
    <Table label={label} className="text-sm">
      <thead>
        <tr>
          <Th className="max-md:hidden">{t('at')}</Th>
          <Th>{t('request')}</Th>
          <Th>{t('status')}</Th>
          <Th className="text-end max-md:hidden">{t('duration')}</Th>
          <Th className="max-lg:hidden">{t('id')}</Th>
        </tr>
      </thead>
      <tbody ref={rows.ref} onKeyDown={rows.onKeyDown}>
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ request }: { request: LoggedRequest }) {
  const { t } = useTranslation('requestLog')
  const { at, method, route, status, durationMs, requestId, errorCode, count } = request
  const id = (
    <span className="flex min-w-0 items-center gap-1">
      <span className="max-w-48 truncate font-mono text-sm text-soft">{requestId}</span>
      <CopyButton text={requestId} label={t('copyId')} />
    </span>
  )
  return (
    <Tr>
      <Td className="py-1.5 text-soft max-md:hidden">
        <Time at={at} withSeconds />
      </Td>
      <Td className="py-1.5 max-md:max-w-56">
        <span className="flex flex-wrap items-baseline gap-x-2 font-mono text-sm">
          <span className="text-soft">{method}</span>
          <Link
            from="/api-access/$clientId"
            to="."
            data-row-link=""
            search={(now) => ({ ...now, route })}
            title={t('onlyRoute', { route })}
            className="min-w-0 break-all hover:underline"
          >
            {route}
          </Link>
        </span>
        {count > 1 ? <span className="block text-soft">{t('alike', { count })}</span> : null}
        <span className="block text-soft md:hidden">
          <Time at={at} withSeconds />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-soft lg:hidden">
          <span className="md:hidden">
            <Took ms={durationMs} />
          </span>
          {id}
        </span>
      </Td>
      <Td className="py-1.5 align-top md:align-middle">
        <Badge tone={status >= 500 ? 'bad' : status >= 400 ? 'waiting' : 'good'} className="tabular">
          {status}
        </Badge>
        {errorCode === null ? null : (
          <span className="block font-mono text-sm break-all text-soft md:ms-2 md:inline">{errorCode}</span>
        )}
      </Td>
      <Td className="py-1.5 text-end text-soft max-md:hidden">
        <Took ms={durationMs} />
      </Td>
      <Td className="py-1.5 max-lg:hidden">{id}</Td>
    </Tr>
  )
}

function Took({ ms }: { ms: number }) {
  const { i18n } = useTranslation()
  return <span className="tabular whitespace-nowrap">{tookText(i18n.language, ms)}</span>
}
