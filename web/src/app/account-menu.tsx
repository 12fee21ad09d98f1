import { Link } from '@tanstack/react-router'
import { Archive, ChevronsUpDown, LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { changeTheme, themes, useTheme } from '../base/theme.js'
import { useAccount } from '../session/session.js'
import { languageCodes, languages } from '../texts/languages.js'
import { useLanguage, useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/frame/menu.jsx'
import { useChangeLanguage, useLogOut } from './preferences.js'

/** Shows who is logged in; leads to profile and security, and logs out. */
export function AccountMenu() {
  const { t } = useTranslation(['common', 'navigation'])
  const account = useAccount()
  const logOut = useLogOut()
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
      <Preferences />
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={logOut}>
        {t('logOut')}
      </MenuItem>
    </Menu>
  )
}

/** Language and theme, inside a menu. */
function Preferences() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const changeLanguage = useChangeLanguage()
  const theme = useTheme()
  return (
    <>
      <MenuChoice
        label={t('language')}
        value={language}
        options={languageCodes.map((value) => ({ value, label: <span lang={value}>{languages[value].name}</span> }))}
        onChange={changeLanguage}
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
