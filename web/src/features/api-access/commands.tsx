import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import type { ApiClient, Credentials } from './api-clients.js'
import { RevealDialog } from './secret-dialogs.jsx'

const hiddenKey = '••••••••••••••••'

/** Commands for a terminal, with the real secret key once it has been revealed. */
export function Commands({ apiClient }: { apiClient: ApiClient }) {
  const { t } = useTranslation('start')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [isAsking, setAsking] = useState(false)
  const shown = credentials?.clientId === apiClient.clientId ? credentials : null
  const text = firstCommands(location.origin, shown ?? { clientId: apiClient.clientId, secretKey: hiddenKey })
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-lg bg-sunken p-4 font-mono text-sm leading-6">
        {text}
      </pre>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {shown ? (
          <CopyButton withText text={text} label={t('access.copyCommands')} />
        ) : (
          <>
            <Button size="small" onClick={() => setAsking(true)}>
              <Eye aria-hidden="true" />
              {t('reveal.action')}
            </Button>
            <span className="text-sm text-soft">{t('access.hidden')}</span>
          </>
        )}
      </div>
      {isAsking ? (
        <RevealDialog
          apiClient={apiClient}
          onClose={() => setAsking(false)}
          onRevealed={(revealed) => {
            setCredentials(revealed)
            setAsking(false)
          }}
        />
      ) : null}
    </div>
  )
}

/**
 * Returns commands that make a first stamp in any shell. They have no comments, which not every interactive shell accepts, and
 * make a file of their own, because the same content is never stamped twice.
 */
function firstCommands(origin: string, { clientId, secretKey }: Credentials): string {
  return `echo "My first stamp, $(date)" > first-stamp.txt

TOKEN=$(curl -sf -X POST ${origin}/authenticate \\
  -H 'client-id: ${clientId}' \\
  -H 'secret-key: ${secretKey}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl -s ${origin}/hash -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d "{\\"hash\\": \\"$(sha256sum first-stamp.txt | cut -d ' ' -f 1)\\", \\"filename\\": \\"first-stamp.txt\\"}"
`
}
