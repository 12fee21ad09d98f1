import { QueryClient } from '@tanstack/react-query'
import { ServiceError } from 'tallystick/service-error'

/** Repeats what is worth repeating: a failed connection and what the service says will pass, never a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Asked in any case: a browser that calls itself offline may still reach a service in its own network, and who waits for an
    // answer is told that there is none, instead of seeing a wheel turn.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ServiceError) || (error.status >= 500 && error.status !== 507)),
    },
  },
})
