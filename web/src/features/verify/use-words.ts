import type { Words } from '@tallystick/proof'
import { useTranslation } from 'react-i18next'

/** Returns the words for findings in the language of the page. They are loaded with its texts, and are no keys of `t`: `say` fills them. */
export function useWords(): Words {
  const { i18n } = useTranslation('findings')
  return i18n.getResourceBundle(i18n.language, 'findings') as Words
}
