import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../base/i18n.js'
import { changeTheme, themes, useTheme } from '../base/theme.js'
import { type Language, languages } from '../texts/languages.js'
import { MenuChoice } from '../ui/menu.jsx'

const names: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** Language and theme, inside a menu. `onLanguage` hears of a choice, to keep it in the profile. */
export function Preferences({ onLanguage }: { onLanguage?: (language: Language) => void }) {
  const { t, i18n } = useTranslation('common')
  const theme = useTheme()
  return (
    <>
      <MenuChoice
        label={t('language')}
        value={i18n.language as Language}
        options={languages.map((value) => ({ value, label: <span lang={value}>{names[value]}</span> }))}
        onChange={(language) => {
          void changeLanguage(language)
          onLanguage?.(language)
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
