import { useTranslation } from '../../texts/translation.js'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'

/** Shows how a receiver verifies a signature. Complete receivers, run by tests, are in sdk/examples. */
const snippet = `import { verifyWebhook } from '@tallystick/sdk/webhook'

const { actionId, action, data } = await verifyWebhook(
  request.headers,
  rawBody, // the bytes as they came, before anything parses them
  process.env.WEBHOOK_SECRET,
)`

/** A signing secret, shown once, and how to use it. */
export function SecretPanel({ secret }: { secret: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="text-sm font-medium">{t('secret.label')}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-3 rounded-xl border border-wood/40 bg-wood-wash p-4">
          <code className="min-w-0 flex-1 basis-60 font-mono text-base break-all">{secret}</code>
          <CopyButton text={secret} label={t('secret.copy')} withText />
        </div>
        <p className="mt-2 text-sm text-soft">{t('secret.lost')}</p>
      </div>
      <div>
        <h2 className="font-semibold">{t('secret.how')}</h2>
        <p className="mt-0.5 mb-3 text-sm text-soft">{t('secret.install')}</p>
        <CodeBlock label={t('secret.how')} text={snippet} copyLabel={t('secret.copyCode')} />
      </div>
    </div>
  )
}
