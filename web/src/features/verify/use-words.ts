import type { Words } from '@tallystick/proof'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../checking/spoken.js'

/** Returns the words for findings in the language of the page. */
export function useWords(): Words {
  return wordsOf(useTranslation().i18n.language)
}
