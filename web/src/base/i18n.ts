import i18next from 'i18next'
import { keepChoice, readChoice } from '../session/choices.js'
import { isLanguage, type Language, languageCodes } from '../texts/languages.js'

/** Texts by namespace. */
type Texts = Record<string, object>
type Load = (language: Language) => Promise<Texts> | Texts

const storageKey = 'tallystick.language'

/** Texts of the page, then of screens that are loaded later, and the languages in which each was loaded. */
const parts: { load: Load; loaded: Set<Language> }[] = []
let onStart = () => {}
const started = new Promise<void>((resolve) => {
  onStart = resolve
})

/** Returns the language chosen here before, else the browser's. */
function initialLanguage(): Language {
  const chosen = readChoice(storageKey) ?? ''
  if (isLanguage(chosen)) return chosen
  const [preferred = ''] = navigator.language.split('-')
  return isLanguage(preferred) ? preferred : 'en'
}

/** Loads the texts of the first language and starts i18next. `load` is called again when the language changes. */
export async function startI18n(load: Load): Promise<void> {
  const lng = initialLanguage()
  await i18next.init({
    lng,
    fallbackLng: false,
    defaultNS: 'common',
    resources: { [lng]: await load(lng) },
    // Preact escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  parts.unshift({ load, loaded: new Set([lng]) })
  document.documentElement.lang = lng
  onStart()
}

/**
 * Adds the texts of screens that are loaded later, in the page's language; what shows them awaits them. The other languages follow
 * those of the page. Rejects without a network; the next call tries again.
 */
export async function addTexts(load: Load): Promise<void> {
  if (!parts.some((part) => part.load === load)) parts.push({ load, loaded: new Set() })
  // A screen may arrive before the first texts do.
  await started
  await loadTexts(i18next.language as Language)
  for (const language of parts[0]?.loaded ?? []) loadTexts(language).catch(() => undefined)
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
  const missing = parts.filter(({ loaded }) => !loaded.has(language))
  await Promise.all(
    missing.map(async ({ load, loaded }) => {
      for (const [namespace, texts] of Object.entries(await load(language)))
        i18next.addResourceBundle(language, namespace, texts)
      loaded.add(language)
    }),
  )
}
