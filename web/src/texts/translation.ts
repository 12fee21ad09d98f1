import i18next, { type FlatNamespace, type i18n, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Language } from './languages.js'

type Namespaces = FlatNamespace | readonly FlatNamespace[]

/** By language and namespace. */
const translators = new Map<string, TFunction<Namespaces>>()

/**
 * Returns the texts of namespaces in the page's language, and renders again when it changes. Keys without a namespace are of the first
 * one. i18next's own binding copies its properties for each component: in a list of stamps, a tenth of the time until it is shown.
 */
export function useTranslation<const Names extends Namespaces = 'common'>(
  namespaces?: Names,
): { t: TFunction<Names>; i18n: i18n } {
  const language = useLanguage()
  const [first = 'common'] = [namespaces ?? []].flat()
  const key = `${language} ${first}`
  const t = translators.get(key) ?? (i18next.getFixedT(language, first) as TFunction<Namespaces>)
  translators.set(key, t)
  return { t: t as TFunction<Names>, i18n: i18next }
}

/** Returns the page's language, and renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, readLanguage)
}

const readLanguage = () => i18next.language as Language

function onLanguage(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
