import { useTranslation } from '../../texts/translation.js'
import { ruleOf } from './field-rules.js'

/**
 * Returns a function that puts errors into the reader's words. Anything but a refusal of the service is a failed connection, because
 * "Failed to fetch" helps no one; a refusal that no text is for was made by something between the reader and the service.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['common', 'errors'])
  return (error) => {
    if (!(error instanceof Error) || !('status' in error && 'code' in error)) return t('noConnection')
    const broken = error.code === 'invalid' ? ruleOf(error.message) : null
    if (broken)
      return String(t(`errors:rules.${broken.rule}` as 'errors:rules.long', broken.figures as { limit: number }))
    const key = `errors:${String(error.code)}`
    return String(t(i18n.exists(key) ? (key as 'errors:internal') : 'errors:internal'))
  }
}
