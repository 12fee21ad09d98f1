import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { languageCodes, languages } from '../texts/languages.js'
import { useLanguage, useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { cn } from '../ui/classes.js'
import { changeLanguage, prepareLanguages } from './i18n.js'
import { changeTheme, themes, useTheme } from './theme.js'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Language and theme on pages without a login. Plain buttons: a menu would weigh more than the page. */
export function PreferenceBar() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const theme = useTheme()
  const Icon = icons[theme]
  useEffect(prepareLanguages, [])
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const words = `${t('theme')}: ${t(`themes.${theme}`)}`
  return (
    <div className="flex items-center gap-1">
      <fieldset className="flex rounded-lg border border-line p-0.5">
        <legend className="sr-only">{t('language')}</legend>
        {languageCodes.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={language === code}
            title={languages[code].name}
            onClick={() => void changeLanguage(code)}
            className={cn(
              'min-h-8 min-w-9 rounded-md px-2 text-sm font-medium uppercase',
              language === code ? 'bg-ink text-paper' : 'text-soft hover:text-ink',
            )}
          >
            {code}
            <span className="sr-only">, {languages[code].name}</span>
          </button>
        ))}
      </fieldset>
      <Button look="quiet" size="icon" aria-label={words} title={words} onClick={() => changeTheme(next)}>
        <Icon aria-hidden="true" />
      </Button>
    </div>
  )
}
