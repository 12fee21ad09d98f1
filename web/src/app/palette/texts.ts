import type { Language } from '../../texts/languages.js'

const texts = import.meta.glob<{ palette: object; keys: object }>('../../texts/*/palette.ts')

/** Loads the texts of the palette and of the shortcuts. */
export const paletteTexts = (language: Language) => texts[`../../texts/${language}/palette.ts`]?.() ?? {}
