import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { changeLanguage } from '../../base/i18n.js'
import { MailboxHint } from '../../base/mailbox-hint.jsx'
import { usePortalSettings } from '../../base/portal-settings.js'
import { client } from '../../session/client.js'
import { refreshSession } from '../../session/session.js'
import { pageLanguage } from '../../texts/languages.js'
import { useTranslation } from '../../texts/translation.js'
import { Notice } from '../../ui/feedback/notice.jsx'
import { later } from '../../ui/later.js'
import { PasswordStep } from './password-step.jsx'

const second = later(() => import('./second-step.jsx'))

/** Login: password or passkey, then the second factor if there is one. */
export function LoginScreen() {
  const { t } = useTranslation('login')
  const { next = '/', ended } = useSearch({ from: '/guest/login' })
  const router = useRouter()
  const loaded = second.use()
  const [step, setStep] = useState<'password' | 'second'>('password')
  const settings = usePortalSettings()
  const enter = async () => {
    const { status } = await refreshSession()
    if (status === 'out') return
    if (status === 'in') await applyProfileLanguage()
    await router.navigate({ href: next })
  }
  const ask = async () => {
    await second.load()
    setStep('second')
  }
  if (loaded && step === 'second') return <loaded.SecondStep onDone={enter} onBack={() => setStep('password')} />
  return (
    <EntryCard
      title={t('title')}
      text={t('text')}
      below={
        settings?.registration === 'open' ? (
          <p>
            {t('noAccount')}{' '}
            <Link to="/register" className="link">
              {t('register')}
            </Link>
          </p>
        ) : settings ? (
          <p>{t('closed')}</p>
        ) : null
      }
    >
      {ended ? (
        <Notice tone="waiting" className="mb-6">
          {t('ended')}
        </Notice>
      ) : null}
      <PasswordStep onDone={enter} onSecond={ask} passkeyHost={settings?.passkeyHost} />
      <MailboxHint />
    </EntryCard>
  )
}

/** Applies the profile's language to this browser. A failure must not block the login. */
async function applyProfileLanguage(): Promise<void> {
  try {
    const { language } = await client.get('/profile')
    await changeLanguage(pageLanguage(language))
  } catch {
    // Keep the current language.
  }
}
