import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { type ReactNode, StrictMode } from 'react'
import { Toasts } from '../ui/toast.jsx'

/** What every page stands in. Base UI would add style elements of its own, which our policy forbids. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Tooltip.Provider>
          <Toasts>{children}</Toasts>
        </Tooltip.Provider>
      </CSPProvider>
    </StrictMode>
  )
}
