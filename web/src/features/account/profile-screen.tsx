import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type OwnAccount, useOwnAccount } from '../../base/account.js'
import { changeLanguage } from '../../base/i18n.js'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { refreshSession } from '../../session/session.js'
import { languageCodes, languages, pageLanguage, serviceLanguage } from '../../texts/languages.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Field, Input, NativeSelect, Textarea } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { CharacterKeys } from './character-keys.jsx'
import { isUsable, readAddress, WalletField } from './wallet-field.jsx'

/** Profile page: name, biography, language, mails, wallet address. */
export function ProfileScreen() {
  const { t } = useTranslation('account')
  const account = useOwnAccount()
  return (
    <>
      <PageHeader title={t('profile.title')} />
      {account.data ? (
        <div className="flex flex-col gap-6">
          <ProfileForm account={account.data} />
          <Card title={t('profile.keys.title')} text={t('profile.keys.text')}>
            <CharacterKeys />
          </Card>
        </div>
      ) : account.error ? (
        <ErrorNotice title={t('failed')} error={account.error} onRetry={account.refetch} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </>
  )
}

const bioMax = 500
type Profile = Pick<OwnAccount, 'name' | 'bio' | 'language' | 'receipts' | 'walletAddress'>

/** Form for everything the owner can change, saved together. */
function ProfileForm({ account }: { account: OwnAccount }) {
  const { t } = useTranslation(['account', 'common'])
  const [typed, setTyped] = useState<Profile>(account)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Profile>) => setTyped((now) => ({ ...now, ...part }))
  const name = typed.name.trim()
  const bioLeft = bioMax - [...typed.bio].length
  const canSave = name !== '' && bioLeft >= 0 && isUsable(readAddress(typed.walletAddress))
  const save = useMutation({
    mutationFn: () => {
      const { bio, language, receipts } = typed
      return client.put('/profile', {
        body: { name, bio, language, receipts, walletAddress: typed.walletAddress.trim() },
      })
    },
    onSuccess: async () => {
      await changeLanguage(pageLanguage(typed.language))
      const fresh = await queryClient.fetchQuery({
        queryKey: ['account'],
        queryFn: () => client.get('/account'),
        staleTime: 0,
      })
      setTyped(fresh)
      setTried(false)
      await refreshSession()
      showToast({ title: t('profile.saved') })
    },
  })
  const submit = () => {
    setTried(true)
    if (canSave) save.mutate()
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-6">
      <Card title={t('profile.about.title')} text={t('profile.about.text')}>
        <div className="flex max-w-xl flex-col gap-4">
          <Field label={t('profile.name')} error={isTried && name === '' ? t('profile.nameMissing') : undefined}>
            <Input
              autoComplete="name"
              maxLength={200}
              value={typed.name}
              onValueChange={(next) => change({ name: next })}
            />
          </Field>
          <Field
            label={t('profile.email')}
            hint={
              <>
                {account.emailVerified ? t('profile.emailConfirmed') : t('profile.emailOpen')}{' '}
                <Link to="/security" className="link">
                  {t('own.loginLink')}
                </Link>
                .
              </>
            }
          >
            <Input type="email" readOnly value={account.email} className="bg-sunken text-soft" />
          </Field>
          <Field
            label={t('profile.bio')}
            hint={t('profile.bioHint')}
            aside={
              <span className="tabular text-soft">{bioLeft >= 0 ? t('profile.bioLeft', { count: bioLeft }) : ''}</span>
            }
            error={bioLeft < 0 ? t('profile.bioLong', { over: -bioLeft }) : undefined}
          >
            <Textarea value={typed.bio} onChange={(event) => change({ bio: event.target.value })} />
          </Field>
          <Field label={t('profile.language')} hint={t('profile.languageHint')}>
            <NativeSelect
              className="max-w-80"
              value={typed.language}
              onChange={(event) => change({ language: event.target.value as Profile['language'] })}
            >
              {languageCodes.map((code) => (
                <option key={code} value={serviceLanguage(code)} lang={code}>
                  {languages[code].name}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label={t('profile.receipts')} hint={t('profile.receiptsHint')}>
            <NativeSelect
              className="max-w-80"
              value={typed.receipts ? 'on' : 'off'}
              onChange={(event) => change({ receipts: event.target.value === 'on' })}
            >
              <option value="off">{t('profile.receiptsOff')}</option>
              <option value="on">{t('profile.receiptsOn')}</option>
            </NativeSelect>
          </Field>
        </div>
      </Card>
      <Card title={t('profile.wallet.title')} text={t('profile.wallet.text')}>
        <WalletField value={typed.walletAddress} onChange={(walletAddress) => change({ walletAddress })} />
      </Card>
      {save.error ? <ErrorNotice title={t('profile.notSaved')} error={save.error} /> : null}
      <Button type="submit" look="primary" className="self-start" busy={save.isPending}>
        {t('common:save')}
      </Button>
    </Form>
  )
}
