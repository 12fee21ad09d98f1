import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field, Input } from '../../ui/field.jsx'
import { isUsable, readAddress } from './wallet-address.js'

/** A wallet address, which is checked while it is typed. */
export function WalletField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('account')
  const verdict = readAddress(value)
  const words = t(`profile.wallet.${verdict.kind}`, { ...verdict })
  const hint =
    verdict.kind === 'fits' ? (
      <span className="flex items-start gap-1.5 text-moss">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {words}
      </span>
    ) : (
      words
    )
  const isRight = isUsable(verdict)
  return (
    <Field
      label={t('profile.wallet.label')}
      className="max-w-2xl"
      hint={isRight ? hint : undefined}
      error={isRight ? undefined : words}
    >
      <Input
        value={value}
        onValueChange={onChange}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className="font-mono text-sm"
      />
    </Field>
  )
}
