import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Payload } from 'tallystick/client'
import { client } from '../session/client.js'
import { useErrorText } from '../ui/error-text.js'
import { showToast } from '../ui/toast.jsx'
import { queryClient } from './queries.js'

/** The account as `GET /account` tells it. */
export type OwnAccount = Payload<'get', '/account'>

/** The account of whoever is logged in. */
export function useOwnAccount(): UseQueryResult<OwnAccount> {
  return useQuery({ queryKey: ['account'], queryFn: () => client.get('/account') })
}

/** Takes the deletion of the account back. */
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
