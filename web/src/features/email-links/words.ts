import { addTexts } from '../../base/i18n.js'

// Few people ever open these pages, so their words come with them.
const texts = import.meta.glob<{ emailLinks: object }>('../../texts/*/account/email-links.ts')

/** Loads the words of these pages. */
export const words = addTexts((language) => texts[`../../texts/${language}/account/email-links.ts`]?.() ?? {})
