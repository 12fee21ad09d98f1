import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../ui/facts.jsx'
import type { Credentials } from './api-clients.js'

/** Client id and secret key, to be copied. */
export function SecretFacts({ clientId, secretKey }: Credentials) {
  const { t } = useTranslation('start')
  return (
    <>
      <Facts>
        <Fact name={t('access.id')} mono copy={{ text: clientId, label: t('access.copyId') }}>
          {clientId}
        </Fact>
        <Fact name={t('access.secret')} mono copy={{ text: secretKey, label: t('access.copySecret') }}>
          {secretKey}
        </Fact>
      </Facts>
      <p className="mt-3 text-sm text-soft">{t('reveal.keep')}</p>
    </>
  )
}
