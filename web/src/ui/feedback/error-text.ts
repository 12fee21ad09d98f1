import { useTranslation } from 'react-i18next'

/**
 * Returns a function that puts errors into words: a refusal in the reader's language if its code has a text, else in the
 * service's words. Anything else is a failed connection, because "Failed to fetch" helps no one.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['common', 'errors'])
  return (error) => {
    if (!(error instanceof Error) || !('status' in error && 'code' in error)) return t('noConnection')
    const key = `errors:${String(error.code)}`
    return i18n.exists(key) ? String(t(key as 'errors:internal')) : error.message
  }
}
