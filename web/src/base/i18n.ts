import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { keepChoice, readChoice } from '../session/choices.js'
import { isLanguage, type Language, languageCodes } from '../texts/languages.js'

/** Texts by namespace. */
type Texts = Record<string, object>
type Load = (language: Language) => Promise<Texts> | Texts

const storageKey = 'tallystick.language'
let load: Load = () => ({})

/** Returns the language chosen here before, else the browser's. */
function initialLanguage(): Language {
  const chosen = readChoice(storageKey) ?? ''
  if (isLanguage(chosen)) return chosen
  const [preferred = ''] = navigator.language.split('-')
  return isLanguage(preferred) ? preferred : 'en'
}

/** Loads the texts of the first language and starts i18next. `loadLanguage` is called again when the language changes. */
export async function startI18n(loadLanguage: Load): Promise<void> {
  load = loadLanguage
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

/** Adds the texts of a screen that is loaded later, in all languages. */
export function addTexts(namespace: string, texts: { [Each in Language]: object }): void {
  const add = () => {
    for (const [language, own] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, own)
  }
  // A screen may arrive before the first texts do.
  if (i18next.isInitialized) add()
  else i18next.on('initialized', add)
}

/** Changes the language of the page and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  keepChoice(storageKey, language)
  await loadTexts(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Loads the texts of the other languages, so that a page that works offline can also change its language there. */
export function prepareLanguages(): void {
  // Without a network they are loaded when one is chosen.
  for (const language of languageCodes) loadTexts(language).catch(() => undefined)
}

async function loadTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'common')) return
  for (const [namespace, texts] of Object.entries(await load(language))) {
    i18next.addResourceBundle(language, namespace, texts)
  }
}

/** Returns the page's language and re-renders when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}
