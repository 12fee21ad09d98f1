import { ServiceError } from '@tallystick/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Retries failed connections and temporary errors, never refusals. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that believes it is offline may still reach a service in its own network. Trying anyway also shows an error
    // instead of an endless spinner.
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
