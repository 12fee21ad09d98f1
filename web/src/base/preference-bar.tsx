import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '../texts/languages.js'
import { Button } from '../ui/button.jsx'
import { cn } from '../ui/classes.js'
import { changeLanguage } from './i18n.js'
import { changeTheme, themes, useTheme } from './theme.js'

const names: Record<Language, string> = { en: 'English', de: 'Deutsch' }
const icons = { system: Monitor, light: Sun, dark: Moon }

/** Language and theme on pages without login: at hand, without a menu, which would weigh more than the page. */
export function PreferenceBar() {
  const { t, i18n } = useTranslation('common')
  const theme = useTheme()
  const Icon = icons[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const words = `${t('theme')}: ${t(`themes.${theme}`)}`
  return (
    <div className="flex items-center gap-1">
      <fieldset className="flex rounded-lg border border-line p-0.5">
        <legend className="sr-only">{t('language')}</legend>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={i18n.language === language}
            title={names[language]}
            onClick={() => void changeLanguage(language)}
            className={cn(
              'min-h-8 min-w-9 rounded-md px-2 text-sm font-medium uppercase',
              i18n.language === language ? 'bg-ink text-paper' : 'text-soft hover:text-ink',
            )}
          >
            {language}
            <span className="sr-only">, {names[language]}</span>
          </button>
        ))}
      </fieldset>
      <Button look="quiet" size="icon" aria-label={words} title={words} onClick={() => changeTheme(next)}>
        <Icon aria-hidden="true" />
      </Button>
    </div>
  )
}
