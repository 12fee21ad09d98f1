import { QueryClient } from '@tanstack/react-query'
import { ServiceError } from 'tallystick/service-error'

/** Repeats what is worth repeating: a failed connection and what the service says will pass, never a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ServiceError) || (error.status >= 500 && error.status !== 507)),
    },
  },
})
