import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { isLanguage, type Language } from '../texts/languages.js'

/** Texts by namespace. */
type Texts = Record<string, object>
type Load = (language: Language) => Promise<Texts> | Texts

const storageKey = 'tallystick.language'
let load: Load = () => ({})

/** Returns the language chosen here before, else the browser's. */
function initialLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? ''
  if (isLanguage(chosen)) return chosen
  const [preferred = ''] = navigator.language.split('-')
  return isLanguage(preferred) ? preferred : 'en'
}

/** Loads the first language. With both at hand, a page can load synchronously. */
export async function startI18n(loadTexts: Load): Promise<void> {
  load = loadTexts
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

/** Changes the language of the page and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  if (!i18next.hasResourceBundle(language, 'common')) {
    for (const [namespace, texts] of Object.entries(await load(language))) {
      i18next.addResourceBundle(language, namespace, texts)
    }
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Returns the language of the page, and renders again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}
