import type { Payload } from '@tallystick/sdk'
import { queryOptions, type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../session/client.js'
import { useTranslation } from '../texts/translation.js'
import { useErrorText } from '../ui/feedback/error-text.js'
import { showToast } from '../ui/feedback/toast.jsx'
import { queryClient } from './queries.js'

/** The account as `GET /account` returns it. */
export type OwnAccount = Payload<'get', '/account'>

/** Reads the account of the current session. */
export function useOwnAccount(): UseQueryResult<OwnAccount> {
  return useQuery({ queryKey: ['account'], queryFn: () => client.get('/account') })
}

/** Usage of the account's quotas. */
export type Usage = Payload<'get', '/account/usage'>

/** Read again by each screen that shows it: nearly everything changes it. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => client.get('/account/usage'),
  staleTime: 0,
})

/** Cancels the scheduled deletion of the account. */
export function useKeepAccount(): UseMutationResult<unknown, Error, void> {
  const { t } = useTranslation('common')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => client.post('/account/restore'),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['account'] })
      showToast({ title: t('deletion.kept') })
    },
    onError: (error) => showToast({ title: errorText(error), tone: 'bad' }),
  })
}
