import type { ManyWords, Words, WordsForMany } from '@tallystick/proof'
import { useMemo } from 'react'
import { useTranslation } from '../../texts/translation.js'

/** Returns the words for findings in the language of the page. They are loaded with its texts, and are no keys of `t`: `say` fills them. */
export function useWords(): Words {
  const { i18n } = useTranslation('findings')
  return i18n.getResourceBundle(i18n.language, 'findings') as Words
}

/** Returns the words for many documents, too; their screen has loaded them. */
export function useManyWords(): WordsForMany {
  const { i18n } = useTranslation('verifyMany')
  const many = i18n.getResourceBundle(i18n.language, 'manyFindings') as ManyWords
  const words = useWords()
  return useMemo(() => ({ words, many }), [words, many])
}
