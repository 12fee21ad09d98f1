import { useTranslation } from 'react-i18next'

/**
 * Gives errors in words: a refusal in the reader's language where there are words for its code, else as the service says it; all
 * else is a connection that failed, for a browser's own "Failed to fetch" helps nobody.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['common', 'errors'])
  return (error) => {
    if (!(error instanceof Error) || !('status' in error && 'code' in error)) return t('noConnection')
    const key = `errors:${String(error.code)}`
    return i18n.exists(key) ? String(t(key as 'errors:internal')) : error.message
  }
}
