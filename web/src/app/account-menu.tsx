import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, ChevronsUpDown, LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useLanguage } from '../base/i18n.js'
import { queryClient } from '../base/queries.js'
import { changeTheme, themes, useTheme } from '../base/theme.js'
import { client } from '../session/client.js'
import { endSession, useAccount } from '../session/session.js'
import { type Language, languageCodes, languages, serviceLanguage } from '../texts/languages.js'
import { Button } from '../ui/button.jsx'
import { useErrorText } from '../ui/feedback/error-text.js'
import { showToast } from '../ui/feedback/toast.jsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/frame/menu.jsx'

/** Shows who is logged in; leads to profile and security, and logs out. */
export function AccountMenu() {
  const { t } = useTranslation(['common', 'navigation'])
  const account = useAccount()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const failed = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })
  const keepLanguage = (language: Language) => {
    client.put('/profile', { body: { language: serviceLanguage(language) } }).catch(failed)
  }
  const leave = async () => {
    await endSession()
    queryClient.clear()
    await navigate({ to: '/login' })
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button look="quiet" wide className="h-auto justify-between px-3 py-2 text-start">
          <span className="min-w-0">
            <span className="sr-only">{t('account')}: </span>
            <span className="block truncate leading-5">{account?.name}</span>
            <span className="block truncate text-sm leading-5 font-normal text-soft">{account?.email}</span>
          </span>
          <ChevronsUpDown className="text-soft" aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={<UserRound aria-hidden="true" />} render={<Link to="/profile" />}>
        {t('navigation:profile')}
      </MenuItem>
      <MenuItem icon={<ShieldCheck aria-hidden="true" />} render={<Link to="/security" />}>
        {t('navigation:security')}
      </MenuItem>
      <MenuItem icon={<Archive aria-hidden="true" />} render={<Link to="/account" />}>
        {t('navigation:account')}
      </MenuItem>
      <MenuLine />
      <Preferences onLanguage={keepLanguage} />
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => leave().catch(failed)}>
        {t('logOut')}
      </MenuItem>
    </Menu>
  )
}

/** Language and theme, inside a menu. */
function Preferences({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const theme = useTheme()
  return (
    <>
      <MenuChoice
        label={t('language')}
        value={language}
        options={languageCodes.map((value) => ({ value, label: <span lang={value}>{languages[value].name}</span> }))}
        onChange={(chosen) => {
          void changeLanguage(chosen)
          onLanguage(chosen)
        }}
      />
      <MenuChoice
        label={t('theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        onChange={changeTheme}
      />
    </>
  )
}
