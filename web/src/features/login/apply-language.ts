import { changeLanguage } from '../../base/i18n.js'
import { client } from '../../session/client.js'

/** The profile's language counts on every machine; that it cannot be read is no reason not to get in. */
export async function applyProfileLanguage(): Promise<void> {
  try {
    const { language } = await client.get('/profile')
    await changeLanguage(language === 'DE' ? 'de' : 'en')
  } catch {
    // The page stays in the language it is in.
  }
}
