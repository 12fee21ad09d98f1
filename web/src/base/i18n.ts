import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { initialLanguage, type Language, rememberLanguage } from '../texts/languages.js'

type Load = (language: Language) => Promise<Record<string, object>> | Record<string, object>

let load: Load = () => ({})

/** Loads the first language; a page that has both at hand answers at once. */
export async function startI18n(loadMessages: Load): Promise<void> {
  load = loadMessages
  const lng = initialLanguage()
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: false,
    defaultNS: 'common',
    resources: { [lng]: await load(lng) },
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = lng
}

/** Changes the language of the page, and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language)
  if (!i18next.hasResourceBundle(language, 'common')) {
    for (const [namespace, messages] of Object.entries(await load(language))) {
      i18next.addResourceBundle(language, namespace, messages)
    }
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
