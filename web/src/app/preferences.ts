import { useNavigate } from '@tanstack/react-router'
import { changeLanguage } from '../base/i18n.js'
import { queryClient } from '../base/queries.js'
import { client } from '../session/client.js'
import { endSession } from '../session/session.js'
import { type Language, serviceLanguage } from '../texts/languages.js'
import { useErrorText } from '../ui/feedback/error-text.js'
import { showToast } from '../ui/feedback/toast.jsx'

/** Returns a function that changes the language here and in the profile. */
export function useChangeLanguage(): (language: Language) => void {
  const failed = useFailed()
  return (language) => {
    void changeLanguage(language)
    client.put('/profile', { body: { language: serviceLanguage(language) } }).catch(failed)
  }
}

/** Returns a function that logs out and leads to the login. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  const failed = useFailed()
  const leave = async () => {
    await endSession()
    queryClient.clear()
    await navigate({ to: '/login' })
  }
  return () => void leave().catch(failed)
}

function useFailed(): (error: unknown) => void {
  const errorText = useErrorText()
  return (error) => showToast({ title: errorText(error), tone: 'bad' })
}
